package io.koordbridge.kube.listwatch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes messages as the API server does, field by field. */
final class ProtoWriter {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ProtoWriter text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    ProtoWriter message(int field, ProtoWriter message) {
        return bytes(field, message.toBytes());
    }

    ProtoWriter number(int field, long number) {
        varint((long) field << 3);
        varint(number);
        return this;
    }

    ProtoWriter quantity(int field, String name, String amount) {
        return message(field, new ProtoWriter().text(1, name).message(2, new ProtoWriter().text(1, amount)));
    }

    ProtoWriter bytes(int field, byte[] bytes) {
        varint(((long) field << 3) | 2);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    private void varint(long number) {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    /** In the envelope that names a type. */
    static byte[] envelope(String kind, ProtoWriter message) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes("k8s\0".getBytes(StandardCharsets.ISO_8859_1));
        whole.writeBytes(new ProtoWriter()
                .message(1, new ProtoWriter().text(1, "v1").text(2, kind))
                .message(2, message)
                .toBytes());
        return whole.toByteArray();
    }
}
