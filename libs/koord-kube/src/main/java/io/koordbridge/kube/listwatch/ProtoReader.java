package io.koordbridge.kube.listwatch;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Function;

/** Fields of one protobuf message, one after the other; what is malformed is an {@link IllegalArgumentException}. */
final class ProtoReader {

    private final CodedInputStream fields;
    private int tag;

    ProtoReader(byte[] bytes) {
        this.fields = CodedInputStream.newInstance(bytes);
    }

    /** Reads no further than asked for, but for what fits into a small buffer. */
    ProtoReader(InputStream bytes) {
        this.fields = CodedInputStream.newInstance(bytes);
    }

    /** Number of the next field, 0 at the end; the field is read by one of the other methods before the next call. */
    int next() {
        try {
            tag = fields.readTag();
            return WireFormat.getTagFieldNumber(tag);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** The field as a number. */
    long number() {
        require(WireFormat.WIRETYPE_VARINT);
        try {
            return fields.readInt64();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** The field as text. */
    String text() {
        require(WireFormat.WIRETYPE_LENGTH_DELIMITED);
        try {
            return fields.readString();
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** The field as a nested message: while it is decoded, this reader ends where the nested message does. */
    <T> T message(Function<ProtoReader, T> decode) {
        require(WireFormat.WIRETYPE_LENGTH_DELIMITED);
        try {
            int limit = fields.pushLimit(fields.readRawVarint32());
            T decoded = decode.apply(this);
            fields.skipRawBytes(fields.getBytesUntilLimit());
            fields.popLimit(limit);
            return decoded;
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** All that is left, to be read later. */
    ProtoReader rest() {
        try {
            return new ProtoReader(fields.readRawBytes(fields.getBytesUntilLimit()));
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Passes over the field. */
    void skip() {
        try {
            if (!fields.skipField(tag)) {
                throw new IllegalArgumentException("protobuf: the end of a group that never began, tag " + tag);
            }
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Passes over bytes that are expected to be there. */
    void expect(byte[] wanted) {
        try {
            for (byte one : wanted) {
                if (fields.readRawByte() != one) {
                    throw new IllegalArgumentException("protobuf: not the binary encoding of Kubernetes");
                }
            }
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    private void require(int wanted) {
        int type = WireFormat.getTagWireType(tag);
        if (type != wanted) {
            throw new IllegalArgumentException("protobuf: wire type " + type + " instead of " + wanted);
        }
    }

    private RuntimeException malformed(IOException cause) {
        if (!(cause instanceof InvalidProtocolBufferException)) {
            return new UncheckedIOException(cause);
        }
        return new IllegalArgumentException("protobuf: malformed at byte " + fields.getTotalBytesRead(), cause);
    }
}
