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
import io.koordbridge.quickstart.world.Machine;
import io.koordbridge.quickstart.world.OurProcess;
import io.koordbridge.quickstart.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs the scenes in order. */
public final class Story {

    /** The lease grows in steps first, and a master and its executors start on what a small machine has left. */
    private static final Duration JOB_START_LIMIT = Duration.ofMinutes(3);

    private final World world;
    private final Machine machine;
    private final StoryOptions options;
    private final Console console;
    private final Await await;
    private final Recorder recorder;
    private final Kernel kernel;
    private final LedgerView ledger;
    private volatile Optional<ResourceManagerProcess> resourceManager = Optional.empty();
    private volatile Optional<NodeManagerProcess> nodeManager = Optional.empty();
    private volatile Optional<OnlineProcess> online = Optional.empty();

    public Story(World world, Machine machine, StoryOptions options, Console console, Await await) {
        this.world = world;
        this.machine = machine;
        this.options = options;
        this.console = console;
        this.await = await;
        this.kernel = new Kernel(world.tierFile("cpu.cfs_quota_us"), machine.milliCpu());
        this.ledger = new LedgerView(world.operatorUri());
        this.recorder = new Recorder(kernel::limitMilliCpu, this::rmVcores, this::sample, machine.milliCpu());
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
        percent(options.calmPercent());
        need("the agent made the best-effort tier", world.tierReady());
        ResourceManagerProcess started = starting.join();
        resourceManager = Optional.of(started);
        console.say("ResourceManager up at " + started.webUri());
        world.startOperator(started);
        nodeManager = Optional.of(world.startNodeManager(started));
        console.say("NodeManager " + nodeManager.orElseThrow().nodeId() + " registered, our plugin inside");
        need("batch capacity is published", () -> nodeView().originMilliCpu() > 0, this::capacitySeen);
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
        need("the job's executors work", JOB_START_LIMIT, () -> completed(job) > 0, () -> "");
        recorder.phase(Phase.QUIET);
        show(job, options.quiet());
    }

    /** The online service gets busy. */
    public void rush(SparkApplication job) {
        console.scene("Customers arrive: online load rises to " + options.rushPercent() + " % of the node");
        recorder.loadUp();
        percent(options.rushPercent());
        show(job, options.rush());
        Duration rest = options.rushLimit().minus(options.rush());
        boolean drained = await.until(rest, () -> usedVcores() <= rmVcores() && leaseSteady());
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
        percent(options.calmPercent());
        showUntil(job, options.calmLimit(), () -> rmVcores() > low && rmVcores() >= wanted * 3 / 4);
    }

    /** The job's end. */
    public JobOutcome finish(SparkApplication job, long submittedMillis, Path resultFile) {
        console.scene("The job finishes");
        showUntil(job, options.jobLimit(), () -> job.status().ended());
        recorder.phase(Phase.END);
        YarnApp end = job.status();
        return new JobOutcome(
                end.name(),
                end.succeeded(),
                end.ended() ? end.state() + "/" + end.finalStatus() : "still " + end.state(),
                read(resultFile),
                job.masterAttempts(),
                end.preemptedContainers(),
                end.preemptedMasters(),
                recorder.nowMillis() - submittedMillis);
    }

    private static String read(Path resultFile) {
        try {
            return Files.exists(resultFile) ? Files.readString(resultFile).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resultFile, e);
        }
    }

    private void percent(int percent) {
        online.orElseThrow().load(machine.milliCpu() * percent / 100);
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

    private void show(SparkApplication job, Duration length) {
        showUntil(job, length, () -> false);
    }

    private void showUntil(SparkApplication job, Duration limit, BooleanSupplier enough) {
        long end = recorder.nowMillis() + limit.toMillis();
        boolean done = false;
        while (!done && recorder.nowMillis() < end) {
            requireAlive();
            recorder.latest().ifPresent(sample -> console.row(sample, progress(job)));
            done = await.until(Duration.ofSeconds(2), enough);
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

    private boolean leaseSteady() {
        return nodeView().leaseState().equals("STEADY");
    }

    private long rmVcores() {
        return yarnNode().map(YarnNode::capacityVcores).orElse(-1L);
    }

    private long usedVcores() {
        return yarnNode().map(YarnNode::usedVcores).orElse(-1L);
    }

    private Optional<YarnNode> yarnNode() {
        return nodeManager.flatMap(
                one -> resourceManager.flatMap(manager -> manager.rest().node(one.nodeId())));
    }
}
