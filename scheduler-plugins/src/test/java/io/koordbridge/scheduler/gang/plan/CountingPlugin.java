package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Counts how often a node is looked at, and acts in the middle of a search. */
final class CountingPlugin implements SchedulingPlugin {

    final AtomicLong looks = new AtomicLong();
    /** Done once, at the next look. */
    volatile Runnable during = () -> {};

    /** The shipped capabilities and this one. */
    Capabilities capabilities(PodGate gate) {
        List<SchedulingPlugin> plugins = new ArrayList<>(Samples.plugins().plugins());
        plugins.add(this);
        return new Capabilities(gate, new PluginList(plugins));
    }

    @Override
    public String name() {
        return "Counting";
    }

    @Override
    public PluginAnswer answer(PodShape pod, NodeView node) {
        looks.incrementAndGet();
        Runnable now = during;
        during = () -> {};
        now.run();
        return PluginAnswer.of(FitResult.FITS);
    }

    /** Fails when the action waits for a lock of this thread. */
    static void onAnotherThread(Runnable action) {
        CompletableFuture.runAsync(action).orTimeout(20, TimeUnit.SECONDS).join();
    }
}
