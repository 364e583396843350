package io.koordbridge.scheduler.bind;

import java.util.Map;
import java.util.function.Consumer;

/** A capability that has binds wait for others. */
public interface BindBarrier {

    /** No bind waits. */
    BindBarrier OPEN = new BindBarrier() {
        @Override
        public void arrive(BindRequest request, Runnable go, Consumer<String> refuse) {
            go.run();
        }

        @Override
        public void ended(BindRequest request, boolean placed) {}
    };

    /**
     * A bind is asked for. One of both is called once, now or later, on any thread.
     *
     * @param go the bind may begin
     * @param refuse it may not, for this reason
     */
    void arrive(BindRequest request, Runnable go, Consumer<String> refuse);

    /** What the Binding of a bind that goes on says beside the rest; values by annotation. */
    default Map<String, String> annotations(BindRequest request) {
        return Map.of();
    }

    /** A bind that went on has ended; placed also when that is not certain. */
    void ended(BindRequest request, boolean placed);
}
