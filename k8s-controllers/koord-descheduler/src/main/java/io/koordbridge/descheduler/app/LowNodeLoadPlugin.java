package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.decide.load.LoadMemory;
import io.koordbridge.descheduler.decide.load.LoadResult;
import io.koordbridge.descheduler.decide.load.LowNodeLoad;
import io.koordbridge.descheduler.decide.load.LowNodeLoadArgs;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.PretendingEvictor;
import io.koordbridge.descheduler.decide.run.RunPlugin;
import io.koordbridge.descheduler.decide.run.RunView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LowNodeLoad with what it remembers from run to run. One thread runs it; the last result may be read by others. */
final class LowNodeLoadPlugin implements RunPlugin {

    private final LowNodeLoadArgs args;
    private volatile LoadMemory memory = LoadMemory.EMPTY;
    private volatile @Nullable LoadResult last;

    LowNodeLoadPlugin(LowNodeLoadArgs args) {
        this.args = args;
    }

    /** The same with what it remembers now: a run of the copy changes nothing here. */
    LowNodeLoadPlugin copy() {
        LowNodeLoadPlugin copy = new LowNodeLoadPlugin(args);
        copy.memory = memory;
        return copy;
    }

    @Override
    public String name() {
        return LowNodeLoad.NAME;
    }

    @Override
    public void run(RunView view, List<NodeFacts> nodes, Evictor evictor) {
        Evictor by = args.dryRun() ? new PretendingEvictor(evictor) : evictor;
        // No run begins before the caches are filled, reports included.
        LoadResult result = LowNodeLoad.run(args, memory, view, nodes, true, by);
        memory = result.memory();
        last = result;
    }

    /** What the last run decided, null before the first. */
    @Nullable
    LoadResult last() {
        return last;
    }
}
