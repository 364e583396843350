package io.koordbridge.quickstart.story;

import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.SparkJobOptions;
import io.koordbridge.lab.hadoop.YarnApp;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.quickstart.load.OnlineProcess;
import io.koordbridge.quickstart.observe.CapacityAnswer;
import io.koordbridge.quickstart.observe.MissingCapacity;
import io.koordbridge.quickstart.observe.NodeView;
import io.koordbridge.quickstart.observe.Recorder;
import io.koordbridge.quickstart.summary.Effects;
import io.koordbridge.quickstart.summary.JobOutcome;
import io.koordbridge.quickstart.summary.Latency;
import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Sample.Phase;
import io.koordbridge.quickstart.world.ProductProcess;
import io.koordbridge.quickstart.world.Sizing;
import io.koordbridge.quickstart.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs the scenes in order. */
public final class Story {

    /** How long capacity may take once it is calculated, on a machine that other load leaves little of. */
    private static final Duration CAPACITY_LIMIT = Duration.ofSeconds(60);

    private static final Duration ROW_PERIOD = Duration.ofSeconds(2);
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration FIGURES_LIMIT = Duration.ofSeconds(5);
    /** Parts of the run that the online service measures. */
    private static final String REST = "rest";

    private static final String PROTECTED = "protected";
    private static final String ALONE = "alone";
    private static final String UNPROTECTED = "unprotected";

    private final World world;
    private final Sizing sizing;
    private final StoryOptions options;
    private final Console console;
    private final Await await;
    private final Recorder recorder;
    private final Looks looks;

    public Story(World world, Sizing sizing, StoryOptions options, Console console, Await await) {
        this.world = world;
        this.sizing = sizing;
        this.options = options;
        this.console = console;
        this.await = await;
        this.looks = new Looks(world);
        this.recorder = new Recorder(
                looks::limitMilliCpu,
                looks::capacityVcores,
                looks::sample,
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
        looks.started(world.startOnlineService());
        rest();
        need("the agent made the best-effort tier", world.tierReady());
        ResourceManagerProcess resourceManager = starting.join();
        looks.started(resourceManager);
        console.say("ResourceManager up at " + resourceManager.webUri());
        world.startOperator(resourceManager);
        looks.started(world.startNodeManager(resourceManager));
        console.say("NodeManager registered, our plugin inside");
        need("batch capacity is calculated", () -> looks.node().originMilliCpu() >= 0, this::capacitySeen);
        boolean some = await.until(CAPACITY_LIMIT, this::batchPodsFit);
        if (!some) {
            console.say("this machine is full, so YARN gets only what it keeps in any case" + capacitySeen());
        }
        batchPods(some);
        need("YARN holds a lease", () -> looks.node().lease().known(), this::capacitySeen);
        need("the ResourceManager sees it", () -> looks.capacityVcores() >= Sizing.FLOOR_VCORES);
        NodeView node = looks.node();
        console.say("capacity flows: origin " + Console.cores(node.originMilliCpu()) + " cores, lease "
                + Console.amount(node.lease(), world.basis().vcoreMilliCpu()) + " cores/GiB; page: "
                + world.operatorUri() + "/");
    }

    /** No scheduler binds them here, so they look for room themselves. */
    private boolean batchPodsFit() {
        return looks.node().freeMilliCpu(world.basis().vcoreMilliCpu())
                >= World.NODE_MANAGER_MILLI_CPU + World.BATCH_PODS * sizing.podMilliCpu();
    }

    private void batchPods(boolean capacity) {
        if (!capacity) {
            console.say("no batch pods: there is too little batch CPU that they could request");
            return;
        }
        world.startBatchPods(sizing.podMilliCpu());
        console.say(World.BATCH_PODS + " batch pods request " + Console.cores(sizing.podMilliCpu()) + " cores each"
                + (world.enforcing() ? "" : "; nothing runs in them, because nothing would limit it"));
    }

    /** Hands the job to YARN. */
    public JobView submit(SparkJobOptions job) {
        return new JobView(world.spark(looks.resourceManager()).submit(job));
    }

    /** The job, undisturbed. */
    public void quiet(JobView job) {
        console.scene("The job runs in what the online service leaves");
        if (!showWhileForward(job, () -> job.finishedTasks() > 0 || job.ended())) {
            throw new StoryBrokenException("the job does not get on: no task finished for "
                    + options.stall().toSeconds() + " s");
        }
        recorder.phase(Phase.QUIET);
        show(job, options.quiet());
    }

    /** A burst that is over before capacity has followed; empty where YARN has nothing to lose. */
    public OptionalInt burst(JobView job) {
        Optional<YarnApp> before = job.now();
        long capacity = looks.capacityVcores();
        if (before.isEmpty() || capacity <= Sizing.FLOOR_VCORES) {
            return OptionalInt.empty();
        }
        console.scene("Two seconds of load");
        recorder.phase(Phase.BURST);
        looks.online().load(sizing.burstMilliCpu(), "burst");
        await.hold(options.burst());
        rest();
        show(job, options.afterBurst());
        // The load to come has something to take only when the lease is back.
        showUntil(job, options.recovery(), () -> looks.capacityVcores() >= capacity * 3 / 4);
        return job.now()
                .map(after -> OptionalInt.of(
                        after.preemptedContainers() - before.get().preemptedContainers()))
                .orElse(OptionalInt.empty());
    }

    /** The online service gets busy. */
    public void rush(JobView job) {
        console.scene("Customers arrive: online load rises to " + Console.cores(sizing.rushMilliCpu()) + " cores");
        recorder.loadUp();
        looks.online().load(sizing.rushMilliCpu(), "rush");
        show(job, options.rush());
        Duration rest = options.rushLimit().minus(options.rush());
        boolean drained = await.until(
                rest, () -> looks.fits() && !looks.node().leaseState().equals("SHRINKING"));
        console.say(drained ? "YARN has drained to its smaller lease" : "YARN is still draining");
    }

    /** The load ends. */
    public void calm(JobView job) {
        console.scene("Customers leave: the lease grows back");
        long wanted = recorder.samples().stream()
                .filter(one -> one.phase() == Phase.QUIET)
                .mapToLong(Sample::capacityVcores)
                .max()
                .orElse(2);
        long low = looks.capacityVcores();
        recorder.loadDown();
        rest();
        // Where YARN had its floor only, nothing can come back.
        Duration limit = wanted <= Sizing.FLOOR_VCORES ? ROW_PERIOD : options.calmLimit();
        showUntil(job, limit, () -> looks.capacityVcores() > low && looks.capacityVcores() >= wanted * 3 / 4);
    }

    /** The job's end. */
    public JobOutcome finish(JobView job, long submittedMillis, Path resultFile) {
        console.scene("The job finishes");
        boolean forward = showWhileForward(job, job::ended);
        long millis = recorder.nowMillis() - submittedMillis;
        recorder.phase(Phase.END);
        YarnApp end = job.now()
                .orElseThrow(() -> new StoryBrokenException("the ResourceManager does not say how the job ended"));
        return new JobOutcome(
                end.name(),
                end.succeeded(),
                forward ? end.state() + "/" + end.finalStatus() : stalledState(end),
                read(resultFile),
                job.masterAttempts(),
                end.preemptedContainers(),
                end.preemptedMasters(),
                millis);
    }

    private String stalledState(YarnApp end) {
        return "still " + end.state() + ": no task finished for "
                + options.stall().toSeconds() + " s";
    }

    /** The same online load three times in a row: by itself, beside protected batch work, and beside the same work unprotected. */
    public Effects.Online contrast() {
        if (!world.enforcing()) {
            return new Effects.Online(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    "nothing is protected, this run only observes");
        }
        world.endBatchPods();
        int threads = Math.max(
                sizing.executors() + World.BATCH_PODS, 2 * world.machine().cpus());
        console.scene("The same online load alone, beside " + threads + " protected batch threads, and unprotected");
        measure(ALONE);
        ChildProcess work = world.startProtectedWork(threads);
        measure(PROTECTED);
        world.unprotect(work);
        measure(UNPROTECTED);
        rest();
        await.until(FIGURES_LIMIT, () -> looks.online().latency(UNPROTECTED).isPresent());
        return new Effects.Online(latency(ALONE), latency(PROTECTED), latency(UNPROTECTED), "");
    }

    private void measure(String part) {
        looks.online().load(sizing.rushMilliCpu(), "before-" + part);
        await.hold(WARM_UP);
        looks.online().load(sizing.rushMilliCpu(), part);
        await.hold(options.contrast());
    }

    private Optional<Latency> latency(String part) {
        return looks.online().latency(part);
    }

    private void rest() {
        looks.online().load(sizing.calmMilliCpu(), REST);
    }

    private static String read(Path resultFile) {
        try {
            return Files.exists(resultFile) ? Files.readString(resultFile).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resultFile, e);
        }
    }

    private String capacitySeen() {
        OnlineProcess online = looks.online();
        return MissingCapacity.words(new CapacityAnswer(world.managerUri(), world.nodeName()).now(), online.milliCpu());
    }

    private void need(String what, BooleanSupplier condition) {
        need(what, condition, () -> "");
    }

    /** Ends the story when the condition does not come true; then it says what was seen instead. */
    private void need(String what, BooleanSupplier condition, Supplier<String> seen) {
        Duration limit = World.startLimit();
        boolean reached = await.until(limit, () -> {
            requireAlive();
            return condition.getAsBoolean();
        });
        if (!reached) {
            throw new StoryBrokenException("not reached in " + limit.toSeconds() + " s: " + what + seen.get());
        }
    }

    private void requireAlive() {
        for (ProductProcess process : world.ours()) {
            try {
                process.requireAlive();
            } catch (IllegalStateException e) {
                throw new StoryBrokenException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Shows the job until it is done or does not get on; false for the latter. */
    private boolean showWhileForward(JobView job, BooleanSupplier done) {
        ProgressWatch watch = ProgressWatch.from(recorder.nowMillis());
        while (!done.getAsBoolean()) {
            String state = job.now().map(YarnApp::state).orElse(watch.state());
            watch = watch.seen(state, job.finishedTasks(), recorder.nowMillis());
            if (watch.stalled(recorder.nowMillis(), options.stall())) {
                return false;
            }
            showUntil(job, ROW_PERIOD, done);
        }
        return true;
    }

    private void show(JobView job, Duration length) {
        showUntil(job, length, () -> false);
    }

    private void showUntil(JobView job, Duration limit, BooleanSupplier enough) {
        long end = recorder.nowMillis() + limit.toMillis();
        boolean done = false;
        while (!done && recorder.nowMillis() < end) {
            requireAlive();
            recorder.latest()
                    .ifPresent(sample ->
                            console.row(sample, job.percent(), world.basis().vcoreMilliCpu()));
            done = await.until(ROW_PERIOD, enough);
        }
    }
}
