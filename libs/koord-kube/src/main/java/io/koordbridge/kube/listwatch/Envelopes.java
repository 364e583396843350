package io.koordbridge.kube.listwatch;

import io.koordbridge.kube.listwatch.ListWatchEncoding.Page;
import io.koordbridge.protocol.PureCore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Lists and watch events in Kubernetes' binary encoding, whatever kind they hold. */
@PureCore
final class Envelopes {

    private static final byte[] MAGIC = "k8s\0".getBytes(StandardCharsets.ISO_8859_1);

    private Envelopes() {}

    /**
     * One event of a watch.
     *
     * @param type as on the wire, such as {@code ADDED}
     * @param object the object, or the status of an error, still encoded
     */
    record Event(String type, ProtoReader object) {}

    private record ListMeta(String resourceVersion, String continuation) {}

    /** A page as answered to a list; each object is handed on. */
    static <T> Page page(ProtoReader answer, Function<ProtoReader, T> object) {
        return content(answer, message -> list(message, object));
    }

    /** Token of the page after this one, empty on the last one; objects are passed over. */
    static String continuation(byte[] answer) {
        return content(new ProtoReader(answer), message -> {
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == 1) {
                    return message.message(Envelopes::listMetadata).continuation();
                }
                message.skip();
            }
            return "";
        });
    }

    private static <T> Page list(ProtoReader message, Function<ProtoReader, T> object) {
        ListMeta metadata = new ListMeta("", "");
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> metadata = message.message(Envelopes::listMetadata);
                case 2 -> message.message(object);
                default -> message.skip();
            }
        }
        return new Page(List.of(), metadata.resourceVersion(), metadata.continuation());
    }

    private static ListMeta listMetadata(ProtoReader message) {
        String resourceVersion = "";
        String continuation = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> resourceVersion = message.text();
                case 3 -> continuation = message.text();
                default -> message.skip();
            }
        }
        return new ListMeta(resourceVersion, continuation);
    }

    /** One frame of a watch. */
    static Event event(byte[] frame) {
        String type = "";
        ProtoReader object = new ProtoReader(new byte[0]);
        ProtoReader event = new ProtoReader(frame);
        for (int field = event.next(); field != 0; field = event.next()) {
            switch (field) {
                case 1 -> type = event.text();
                case 2 -> object = event.message(Envelopes::raw);
                default -> event.skip();
            }
        }
        return new Event(type, object);
    }

    private static ProtoReader raw(ProtoReader message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                return message.message(envelope -> content(envelope, ProtoReader::rest));
            }
            message.skip();
        }
        return message.rest();
    }

    /** Code of an encoded Status, 0 when it has none. */
    static int statusCode(ProtoReader status) {
        for (int field = status.next(); field != 0; field = status.next()) {
            if (field == 6) {
                return (int) status.number();
            }
            status.skip();
        }
        return 0;
    }

    /** What is inside of the envelope that names its type. */
    private static <T> T content(ProtoReader envelope, Function<ProtoReader, T> decode) {
        envelope.expect(MAGIC);
        for (int field = envelope.next(); field != 0; field = envelope.next()) {
            if (field == 2) {
                return envelope.message(decode);
            }
            envelope.skip();
        }
        return decode.apply(envelope);
    }
}
