package io.koordbridge.kube.feed;

import java.nio.charset.StandardCharsets;

/** Reads fields of one protobuf message in place; nested messages are readers on the same bytes. */
final class ProtoReader {

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;
    private static final int TYPE_BITS = 3;
    private static final int TYPE_MASK = 7;
    private static final int VARINT_BITS = 7;
    private static final int VARINT_MASK = 0x7f;
    private static final int LONGEST_VARINT_SHIFT = 63;

    private final byte[] bytes;
    private final int end;
    private int at;
    private int type = -1;

    ProtoReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    ProtoReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    /** Number of the next field, 0 at the end; the field is read by one of the other methods before the next call. */
    int next() {
        if (at >= end) {
            return 0;
        }
        long tag = varint();
        type = (int) (tag & TYPE_MASK);
        int field = (int) (tag >>> TYPE_BITS);
        if (field <= 0) {
            throw new IllegalArgumentException("protobuf: field number " + field + " at byte " + at);
        }
        return field;
    }

    /** The field as a number. */
    long number() {
        require(VARINT);
        return varint();
    }

    /** The field as text. */
    String text() {
        int length = length();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /** All that is left, as text. */
    String rest() {
        String text = new String(bytes, at, end - at, StandardCharsets.UTF_8);
        at = end;
        return text;
    }

    /** The field as a nested message. */
    ProtoReader message() {
        int length = length();
        ProtoReader nested = new ProtoReader(bytes, at, at + length);
        at += length;
        return nested;
    }

    /** Passes over the field. */
    void skip() {
        switch (type) {
            case VARINT -> varint();
            case FIXED_64 -> advance(Long.BYTES);
            case BYTES -> advance(length());
            case FIXED_32 -> advance(Integer.BYTES);
            default -> throw new IllegalArgumentException("protobuf: wire type " + type + " at byte " + at);
        }
    }

    /** Passes over bytes that are expected to be there. */
    void expect(byte[] wanted) {
        for (byte one : wanted) {
            if (at >= end || bytes[at] != one) {
                throw new IllegalArgumentException("protobuf: not the binary encoding of Kubernetes");
            }
            at++;
        }
    }

    private int length() {
        require(BYTES);
        long length = varint();
        if (length < 0 || length > end - at) {
            throw new IllegalArgumentException("protobuf: length " + length + " at byte " + at + " of " + end);
        }
        return (int) length;
    }

    private void advance(int count) {
        if (count > end - at) {
            throw new IllegalArgumentException("protobuf: the message ends within a field");
        }
        at += count;
    }

    private void require(int wanted) {
        if (type != wanted) {
            throw new IllegalArgumentException("protobuf: wire type " + type + " instead of " + wanted);
        }
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift <= LONGEST_VARINT_SHIFT; shift += VARINT_BITS) {
            if (at >= end) {
                throw new IllegalArgumentException("protobuf: the message ends within a number");
            }
            byte one = bytes[at++];
            value |= (long) (one & VARINT_MASK) << shift;
            if (one >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("protobuf: a number of more than 64 bits");
    }
}
