package io.koordbridge.quickstart.app;

import io.koordbridge.lab.hadoop.SparkApplication;
import io.koordbridge.lab.hadoop.SparkJobOptions;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.quickstart.home.CgroupHome;
import io.koordbridge.quickstart.story.Await;
import io.koordbridge.quickstart.story.Console;
import io.koordbridge.quickstart.story.Story;
import io.koordbridge.quickstart.story.StoryOptions;
import io.koordbridge.quickstart.summary.JobOutcome;
import io.koordbridge.quickstart.summary.Summary;
import io.koordbridge.quickstart.world.Closers;
import io.koordbridge.quickstart.world.ControlPlane;
import io.koordbridge.quickstart.world.EmbeddedControlPlane;
import io.koordbridge.quickstart.world.Machine;
import io.koordbridge.quickstart.world.RealPlane;
import io.koordbridge.quickstart.world.RunDirectory;
import io.koordbridge.quickstart.world.World;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./quickstart}. */
@Command(
        name = "quickstart",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the whole product on this machine: a real ResourceManager and NodeManager with our plugin run a real",
            "Spark job in what an online service leaves; the load rises, YARN gives way, the load ends, YARN comes back.",
            "Ends with 0 only if the job succeeded, the ledger never broke and the lease went down and up again."
        })
public final class QuickstartMain implements Callable<Integer> {

    @Option(names = "--stay", description = "Stay up with the page after the summary, until Ctrl-C.")
    private boolean stay;

    /** Kinds of control plane. */
    enum Plane {
        EMBEDDED,
        REAL
    }

    @Option(
            names = "--control-plane",
            defaultValue = "embedded",
            paramLabel = "KIND",
            description = "embedded (an API server in this JVM) or real (etcd and kube-apiserver, see bin/lab build).")
    private Plane plane = Plane.EMBEDDED;

    @Option(
            names = "--log-dir",
            paramLabel = "DIR",
            description = "Where logs stay after the run (default quickstart-logs/<time>).")
    private @Nullable Path logDirectory;

    @Option(names = "--observe-only", description = "Write no cgroup, also when it would be possible.")
    private boolean observeOnly;

    @Option(
            names = "--job-seconds",
            defaultValue = "42",
            paramLabel = "N",
            description = "CPU seconds of the job per CPU of the machine (default ${DEFAULT-VALUE}).")
    private int jobSeconds;

    private static final Logger LOG = LoggerFactory.getLogger(QuickstartMain.class);

    /** With the application master as many virtual cores as the quiet node leases, so that the rush takes some back. */
    private static final int EXECUTORS = 7;

    @Spec
    private @Nullable CommandSpec spec;

    /** Entry point. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new QuickstartMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        Console console = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        Closers closers = new Closers();
        Thread ending = new Thread(closers::close, "ending");
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            boolean success = run(console, closers);
            if (stay) {
                console.say("staying up; Ctrl-C ends everything");
                new CountDownLatch(1).await();
            }
            return success ? 0 : 1;
        } catch (RuntimeException e) {
            LOG.debug("the run failed", e);
            console.say("FAILED: " + e.getMessage());
            return 1;
        } finally {
            closers.close();
        }
    }

    private boolean run(Console console, Closers closers) {
        Machine machine = Machine.read();
        ProjectLayout layout = ProjectLayout.find();
        RunDirectory directory = closers.add(RunDirectory.create(logs()));
        Optional<CgroupHome> home = cgroups(machine, directory, console);
        home.ifPresent(closers::add);
        closers.add(QuickstartMain::endDescendants);
        ControlPlane controlPlane =
                closers.add(plane == Plane.REAL ? new RealPlane(layout) : new EmbeddedControlPlane());
        console.say("machine: " + machine.cpus() + " CPUs, " + (machine.memoryBytes() >> 30) + " GiB; logs: "
                + directory.logs());
        console.say("control plane: " + controlPlane.description());
        console.list("what it cannot do:", controlPlane.limits());
        Await await = closers.add(new Await());
        World world = new World(machine, layout, directory, controlPlane, home, closers);
        Story story = new Story(world, machine, StoryOptions.DEFAULT, console, await);
        closers.add(story.recorder());
        story.start();
        return tell(story, world, machine, directory, console);
    }

    /** A submission that is under way when the run is ended belongs to nobody else. */
    private static void endDescendants() {
        for (ProcessHandle one : ProcessHandle.current().descendants().toList()) {
            if (!one.destroyForcibly()) {
                LOG.warn("process not ended pid={}", one.pid());
            }
        }
    }

    private boolean tell(Story story, World world, Machine machine, RunDirectory directory, Console console) {
        console.say("submitting the Spark job");
        long submitted = story.recorder().nowMillis();
        JobSize size = JobSize.forSeconds(jobSeconds * (long) machine.cpus());
        Path result = directory.work().resolve("pi.txt");
        SparkApplication job = story.submit(SparkJobOptions.pi(world.jobJar(), size.tasks(), size.samplesPerTask())
                .executors(EXECUTORS)
                .arguments(java.util.List.of("--result", result.toString())));
        story.quiet(job);
        story.rush(job);
        story.calm(job);
        JobOutcome outcome = story.finish(job, submitted, result);
        Summary summary =
                Summary.of(story.recorder().samples(), story.recorder().marks(), outcome, world.enforcing());
        SummaryText.print(summary, world.ours(), console);
        RunReport.write(
                directory.logs(),
                summary,
                story.recorder().samples(),
                story.recorder().marks());
        return summary.success();
    }

    private Optional<CgroupHome> cgroups(Machine machine, RunDirectory directory, Console console) {
        String reason = observeOnly ? "asked for" : machine.root() ? "" : "not root";
        if (reason.isEmpty()) {
            CgroupHome.Attempt attempt = CgroupHome.create(
                    Path.of("/sys/fs/cgroup"),
                    "koordbridge-quickstart-" + ProcessHandle.current().pid(),
                    directory.work().resolve("cgroup"));
            if (attempt.home().isPresent()) {
                console.say("cgroups: enforcing, in a hierarchy of this run's own");
                return attempt.home();
            }
            reason = attempt.reason();
        }
        console.say("cgroups: observe only (" + reason + "): nothing is limited or suppressed");
        return Optional.empty();
    }

    private Path logs() {
        String time = LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        return Objects.requireNonNullElseGet(logDirectory, () -> Path.of("quickstart-logs", time));
    }
}
