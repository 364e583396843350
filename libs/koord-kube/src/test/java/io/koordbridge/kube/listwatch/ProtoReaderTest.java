package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProtoReaderTest {

    private static ProtoReader reader(ProtoWriter message) {
        return new ProtoReader(message.toBytes());
    }

    @Test
    void readsFieldsInTheirOrderUntilTheEnd() {
        ProtoReader reader =
                reader(new ProtoWriter().text(1, "käse").number(2, 300).number(3, -1));

        assertThat(reader.next()).isEqualTo(1);
        assertThat(reader.text()).isEqualTo("käse");
        assertThat(reader.next()).isEqualTo(2);
        assertThat(reader.number()).isEqualTo(300);
        assertThat(reader.next()).isEqualTo(3);
        assertThat(reader.number()).isEqualTo(-1);
        assertThat(reader.next()).isZero();
    }

    @Test
    void endsWhereANestedMessageDoesAndGoesOnBehindIt() {
        ProtoReader reader = reader(new ProtoWriter()
                .message(1, new ProtoWriter().text(7, "inner").text(8, "not read"))
                .text(2, "outer"));

        reader.next();
        String inner = reader.message(nested -> {
            nested.next();
            return nested.text();
        });

        assertThat(inner).isEqualTo("inner");
        assertThat(reader.next()).isEqualTo(2);
        assertThat(reader.text()).isEqualTo("outer");
    }

    @Test
    void keepsTheRestForLater() {
        ProtoReader reader = reader(
                new ProtoWriter().message(1, new ProtoWriter().text(3, "later")).number(2, 5));

        reader.next();
        ProtoReader rest = reader.message(ProtoReader::rest);
        reader.next();

        assertThat(reader.number()).isEqualTo(5);
        assertThat(rest.next()).isEqualTo(3);
        assertThat(rest.text()).isEqualTo("later");
    }

    @Test
    void passesOverFieldsOfEveryType() {
        ProtoReader reader = reader(new ProtoWriter()
                .text(1, "x")
                .number(2, 1L << 60)
                .message(3, new ProtoWriter())
                .number(4, 9));

        for (int field = 1; field <= 3; field++) {
            assertThat(reader.next()).isEqualTo(field);
            reader.skip();
        }
        reader.next();

        assertThat(reader.number()).isEqualTo(9);
    }

    @Test
    void rejectsAFieldOfAnotherType() {
        ProtoReader reader = reader(new ProtoWriter().number(1, 7));
        reader.next();

        assertThatIllegalArgumentException().isThrownBy(reader::text).withMessageContaining("wire type 0");
    }

    @Test
    void rejectsATextThatEndsTooSoon() {
        byte[] whole = new ProtoWriter().text(1, "a long text").toBytes();
        ProtoReader reader = new ProtoReader(Arrays.copyOf(whole, whole.length - 3));
        reader.next();

        assertThatIllegalArgumentException().isThrownBy(reader::text).withMessageContaining("malformed at byte");
    }

    @Test
    void rejectsOtherBytesThanExpected() {
        ProtoReader reader = new ProtoReader("{\"kind\":\"Pod\"}".getBytes(StandardCharsets.UTF_8));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.expect("k8s\0".getBytes(StandardCharsets.ISO_8859_1)))
                .withMessageContaining("not the binary encoding");
    }
}
