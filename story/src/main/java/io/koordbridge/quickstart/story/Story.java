package io.koordbridge.quickstart.story;

import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.SparkApplication;
import io.koordbridge.lab.hadoop.SparkJobOptions;
import io.koordbridge.lab.hadoop.SparkProgress;
import io.koordbridge.lab.hadoop.YarnApp;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.quickstart.load.OnlineProcess;
import io.koordbridge.quickstart.observe.CapacityAnswer;
import io.koordbridge.quickstart.observe.Kernel;
import io.koordbridge.quickstart.observe.LedgerView;
import io.koordbridge.quickstart.observe.MissingCapacity;
import io.koordbridge.quickstart.observe.NodeView;
import io.koordbridge.quickstart.observe.Recorder;
import io.koordbridge.quickstart.summary.JobOutcome;
import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Sample.Phase;
import io.koordbridge.quickstart.world.OurProcess;
import io.koordbridge.quickstart.world.Sizing;
import io.koordbridge.quickstart.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs the scenes in order. */
public final class Story {

    /** How long capacity may take once it is calculated, on a machine that other load leaves little of. */
    private static final Duration CAPACITY_LIMIT = Duration.ofSeconds(20);

    private static final Duration ROW_PERIOD = Duration.ofSeconds(2);

    private final World world;
    private final Sizing sizing;
    private final StoryOptions options;
    private final Console console;
    private final Await await;
    private final Recorder recorder;
    private final Kernel kernel;
    private final LedgerView ledger;
    private volatile Optional<ResourceManagerProcess> resourceManager = Optional.empty();
    private volatile Optional<NodeManagerProcess> nodeManager = Optional.empty();
    private volatile Optional<OnlineProcess> online = Optional.empty();

    public Story(World world, Sizing sizing, StoryOptions options, Console console, Await await) {
        this.world = world;
        this.sizing = sizing;
        this.options = options;
        this.console = console;
        this.await = await;
        this.kernel = new Kernel(world.tierLimit(), world.machine().milliCpu());
        this.ledger = new LedgerView(world.operatorUri());
        this.recorder = new Recorder(
                kernel::limitMilliCpu,
                this::rmVcores,
                this::sample,
                world.machine().milliCpu());
    }

    /** What was recorded. */
    public Recorder recorder() {
        return recorder;
    }

    /** Starts every part; several at once. */
    public void start() {
        console.scene("Starting the parts");
        recorder.start();
        CompletableFuture<ResourceManagerProcess> starting = CompletableFuture.supplyAsync(world::startResourceManager);
        world.createObjects();
        world.startKoordlet();
        world.startManager();
        online = Optional.of(world.startOnlineService());
        load(sizing.calmMilliCpu());
        need("the agent made the best-effort tier", world.tierReady());
        ResourceManagerProcess started = starting.join();
        resourceManager = Optional.of(started);
        console.say("ResourceManager up at " + started.webUri());
        world.startOperator(started);
        nodeManager = Optional.of(world.startNodeManager(started));
        console.say("NodeManager " + nodeManager.orElseThrow().nodeId() + " registered, our plugin inside");
        need("batch capacity is calculated", () -> nodeView().originMilliCpu() >= 0, this::capacitySeen);
        if (!await.until(CAPACITY_LIMIT, () -> nodeView().originMilliCpu() > 0)) {
            console.say("this machine is full, so YARN gets only what it keeps in any case" + capacitySeen());
        }
        need("YARN holds a lease", () -> nodeView().leaseVcores() > 0, this::capacitySeen);
        need("the ResourceManager sees it", () -> rmVcores() >= nodeView().leaseVcores());
        console.say("capacity flows: origin " + nodeView().originMilliCpu() + " milli-cores, lease "
                + nodeView().leaseVcores() + " vcores; page: " + world.operatorUri() + "/");
    }

    /** Hands the job to YARN. */
    public SparkApplication submit(SparkJobOptions job) {
        return world.spark(resourceManager.orElseThrow()).submit(job);
    }

    /** The job, undisturbed. */
    public void quiet(SparkApplication job) {
        console.scene("The job runs in what the online service leaves");
        boolean forward = showWhileForward(job, () -> completed(job) > 0 || ended(job));
        if (!forward) {
            throw new StoryBrokenException("the job does not get on: no task finished for "
                    + options.stall().toSeconds() + " s, the application is "
                    + job.status().state());
        }
        recorder.phase(Phase.QUIET);
        show(job, options.quiet());
    }

    /** The online service gets busy. */
    public void rush(SparkApplication job) {
        console.scene(String.format(
                Locale.ROOT, "Customers arrive: online load rises to %.2f cores", sizing.rushMilliCpu() / 1000.0));
        recorder.loadUp();
        load(sizing.rushMilliCpu());
        show(job, options.rush());
        Duration rest = options.rushLimit().minus(options.rush());
        boolean drained = await.until(rest, () -> usedVcores() <= rmVcores() && !leaseShrinking());
        console.say(drained ? "YARN has drained to its smaller lease" : "YARN is still draining");
    }

    /** The load ends. */
    public void calm(SparkApplication job) {
        console.scene("Customers leave: the lease grows back");
        long wanted = recorder.samples().stream()
                .filter(one -> one.phase() == Phase.QUIET)
                .mapToLong(Sample::rmVcores)
                .max()
                .orElse(2);
        long low = rmVcores();
        recorder.loadDown();
        load(sizing.calmMilliCpu());
        // Where YARN had its floor only, nothing can come back.
        Duration limit = wanted <= Sizing.FLOOR_VCORES ? ROW_PERIOD : options.calmLimit();
        showUntil(job, limit, () -> rmVcores() > low && rmVcores() >= wanted * 3 / 4);
    }

    /** The job's end. */
    public JobOutcome finish(SparkApplication job, long submittedMillis, Path resultFile) {
        console.scene("The job finishes");
        boolean forward = showWhileForward(job, () -> ended(job));
        recorder.phase(Phase.END);
        YarnApp end = job.status();
        return new JobOutcome(
                end.name(),
                end.succeeded(),
                forward ? end.state() + "/" + end.finalStatus() : stalledState(end),
                read(resultFile),
                job.masterAttempts(),
                end.preemptedContainers(),
                end.preemptedMasters(),
                recorder.nowMillis() - submittedMillis);
    }

    private String stalledState(YarnApp end) {
        return "still " + end.state() + ": no task finished for "
                + options.stall().toSeconds() + " s";
    }

    private static String read(Path resultFile) {
        try {
            return Files.exists(resultFile) ? Files.readString(resultFile).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resultFile, e);
        }
    }

    private void load(long milliCpu) {
        online.orElseThrow().load(milliCpu);
    }

    private String capacitySeen() {
        CapacityAnswer answer = new CapacityAnswer(world.managerUri(), world.nodeName());
        return MissingCapacity.words(
                answer.now(), online.map(OnlineProcess::milliCpu).orElse(0L));
    }

    private void need(String what, BooleanSupplier condition) {
        need(what, condition, () -> "");
    }

    private void need(String what, BooleanSupplier condition, Supplier<String> seen) {
        need(what, World.startLimit(), condition, seen);
    }

    /** Ends the story when the condition does not come true; then it says what was seen instead. */
    private void need(String what, Duration limit, BooleanSupplier condition, Supplier<String> seen) {
        boolean reached = await.until(limit, () -> {
            requireAlive();
            return condition.getAsBoolean();
        });
        if (!reached) {
            throw new StoryBrokenException("waited " + limit.toSeconds() + " s in vain until " + what + seen.get());
        }
    }

    private void requireAlive() {
        for (OurProcess process : world.ours()) {
            try {
                process.requireAlive();
            } catch (IllegalStateException e) {
                throw new StoryBrokenException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Shows the job until it is done or does not get on; false for the latter. */
    private boolean showWhileForward(SparkApplication job, BooleanSupplier done) {
        ProgressWatch watch = ProgressWatch.from(recorder.nowMillis());
        while (!done.getAsBoolean()) {
            watch = watch.seen(state(job).orElse(watch.state()), completed(job), recorder.nowMillis());
            if (watch.stalled(recorder.nowMillis(), options.stall())) {
                return false;
            }
            showUntil(job, ROW_PERIOD, done);
        }
        return true;
    }

    /** Empty while the ResourceManager is too busy to answer. */
    private static Optional<String> state(SparkApplication job) {
        try {
            return Optional.of(job.status().state());
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static boolean ended(SparkApplication job) {
        try {
            return job.status().ended();
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private void show(SparkApplication job, Duration length) {
        showUntil(job, length, () -> false);
    }

    private void showUntil(SparkApplication job, Duration limit, BooleanSupplier enough) {
        long end = recorder.nowMillis() + limit.toMillis();
        boolean done = false;
        while (!done && recorder.nowMillis() < end) {
            requireAlive();
            recorder.latest().ifPresent(sample -> console.row(sample, progress(job)));
            done = await.until(ROW_PERIOD, enough);
        }
    }

    private String progress(SparkApplication job) {
        return job.progress()
                .filter(one -> one.tasks() > 0)
                .map(one -> one.completedTasks() * 100L / one.tasks() + "%")
                .orElse("-");
    }

    private int completed(SparkApplication job) {
        return job.progress().map(SparkProgress::completedTasks).orElse(0);
    }

    private Sample sample(long atMillis, Phase phase) {
        world.ours().forEach(OurProcess::look);
        NodeView node = nodeView();
        Optional<YarnNode> yarn = yarnNode();
        return new Sample(
                atMillis,
                phase,
                node.originMilliCpu(),
                node.podsMilliCpu(),
                node.leaseVcores(),
                yarn.map(YarnNode::capacityVcores).orElse(-1L),
                yarn.map(YarnNode::usedVcores).orElse(-1L),
                online.map(OnlineProcess::milliCpu).orElse(-1L),
                kernel.limitMilliCpu(),
                yarn.map(YarnNode::containers).orElse(-1),
                ledger.verdict());
    }

    private NodeView nodeView() {
        return NodeView.of(
                world.controlPlane().client().nodes().withName(world.nodeName()).require());
    }

    private boolean leaseShrinking() {
        return nodeView().leaseState().equals("SHRINKING");
    }

    private long rmVcores() {
        return yarnNode().map(YarnNode::capacityVcores).orElse(-1L);
    }

    private long usedVcores() {
        return yarnNode().map(YarnNode::usedVcores).orElse(-1L);
    }

    /** Empty before there is one, and while the ResourceManager is too busy to answer. */
    private Optional<YarnNode> yarnNode() {
        try {
            return nodeManager.flatMap(
                    one -> resourceManager.flatMap(manager -> manager.rest().node(one.nodeId())));
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }
}
