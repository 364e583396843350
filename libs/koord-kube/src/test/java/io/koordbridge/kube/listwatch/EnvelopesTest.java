package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.koordbridge.kube.listwatch.ListWatchEncoding.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvelopesTest {

    private static final ProtoWriter METADATA =
            new ProtoWriter().text(2, "4711").text(3, "next-page");

    private static ProtoWriter object(String name) {
        return new ProtoWriter().message(1, new ProtoWriter().text(1, name));
    }

    private static String name(ProtoReader object) {
        object.next();
        return object.message(metadata -> {
            metadata.next();
            return metadata.text();
        });
    }

    @Test
    void handsOnTheObjectsOfAPageWithVersionAndContinuation() {
        byte[] answer = ProtoWriter.envelope(
                "PodList",
                new ProtoWriter().message(1, METADATA).message(2, object("a")).message(2, object("b")));
        List<String> names = new ArrayList<>();

        Page page = Envelopes.page(new ProtoReader(answer), one -> names.add(name(one)));

        assertThat(names).containsExactly("a", "b");
        assertThat(page.resourceVersion()).isEqualTo("4711");
        assertThat(page.continuation()).isEqualTo("next-page");
        assertThat(Envelopes.continuation(answer)).isEqualTo("next-page");
    }

    @Test
    void readsTheLastPageOfAnEmptyList() {
        byte[] answer = ProtoWriter.envelope("PodList", new ProtoWriter().message(1, new ProtoWriter().text(2, "7")));

        Page page = Envelopes.page(new ProtoReader(answer), EnvelopesTest::name);

        assertThat(page.resourceVersion()).isEqualTo("7");
        assertThat(page.continuation()).isEmpty();
        assertThat(Envelopes.continuation(answer)).isEmpty();
    }

    @Test
    void unwrapsTheObjectOfAnEvent() {
        byte[] frame = new ProtoWriter()
                .text(1, "MODIFIED")
                .message(2, new ProtoWriter().bytes(1, ProtoWriter.envelope("Pod", object("web"))))
                .toBytes();

        Envelopes.Event event = Envelopes.event(frame);

        assertThat(event.type()).isEqualTo("MODIFIED");
        assertThat(name(event.object())).isEqualTo("web");
    }

    @Test
    void readsTheCodeOfAnError() {
        byte[] frame = new ProtoWriter()
                .text(1, "ERROR")
                .message(
                        2,
                        new ProtoWriter()
                                .bytes(
                                        1,
                                        ProtoWriter.envelope(
                                                "Status",
                                                new ProtoWriter()
                                                        .text(3, "too old")
                                                        .number(6, 410))))
                .toBytes();

        assertThat(Envelopes.statusCode(Envelopes.event(frame).object())).isEqualTo(410);
        assertThat(Envelopes.statusCode(new ProtoReader(new byte[0]))).isZero();
    }

    @Test
    void rejectsAnAnswerInJson() {
        byte[] json = "{\"kind\": \"PodList\"}".getBytes(StandardCharsets.UTF_8);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Envelopes.page(new ProtoReader(json), EnvelopesTest::name))
                .withMessageContaining("not the binary encoding");
    }
}
