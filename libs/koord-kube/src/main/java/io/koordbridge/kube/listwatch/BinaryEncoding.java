package io.koordbridge.kube.listwatch;

import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.Function;

/** Kubernetes' binary encoding, which the API server speaks for built-in kinds. */
record BinaryEncoding<T>(Function<ProtoReader, T> decoder) implements ListWatchEncoding<T> {

    private static final String TYPE = "application/vnd.kubernetes.protobuf";

    @Override
    public String listType() {
        return TYPE;
    }

    @Override
    public String watchType() {
        return TYPE + ";stream=watch";
    }

    @Override
    public WatchFrames.Framing framing() {
        return WatchFrames.Framing.LENGTH_FIRST;
    }

    @Override
    public Page page(byte[] answer, Consumer<T> objects) {
        return page(new ProtoReader(answer), objects);
    }

    @Override
    public Page page(InputStream answer, Consumer<T> objects) {
        return page(new ProtoReader(answer), objects);
    }

    private Page page(ProtoReader answer, Consumer<T> objects) {
        return Envelopes.page(answer, message -> {
            objects.accept(decoder.apply(message));
            return true;
        });
    }

    @Override
    public String continuationAhead(byte[] answer) {
        return Envelopes.continuation(answer);
    }

    @Override
    public Event<T> event(byte[] frame) {
        Envelopes.Event event = Envelopes.event(frame);
        return event.type().equals(ERROR)
                ? Event.error(Envelopes.statusCode(event.object()))
                : Event.of(event.type(), decoder.apply(event.object()));
    }
}
