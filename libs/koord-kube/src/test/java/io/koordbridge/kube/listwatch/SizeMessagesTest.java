package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** ClusterCachesIT of koord-descheduler holds the field numbers against a real API server. */
class SizeMessagesTest {

    private static String decoded(ProtoWriter message) {
        return new SizeMessages<>((meta, size) -> meta.getName() + " " + meta.getOwnerReferences() + " " + size)
                .object(new ProtoReader(message.toBytes()));
    }

    @Test
    void decodesNameAndReplicasAndPassesOverTheTemplate() {
        ProtoWriter specification =
                new ProtoWriter().number(1, 7).message(3, new ProtoWriter().message(1, new ProtoWriter().text(1, "x")));

        assertThat(decoded(new ProtoWriter()
                        .message(1, new ProtoWriter().text(1, "web"))
                        .message(2, specification)
                        .message(3, new ProtoWriter().number(1, 3))))
                .isEqualTo("web [] 7");
    }

    @Test
    void takesOneWhereNoSizeIsGiven() {
        assertThat(decoded(new ProtoWriter().message(1, new ProtoWriter().text(1, "web"))))
                .isEqualTo("web [] 1");
    }
}
