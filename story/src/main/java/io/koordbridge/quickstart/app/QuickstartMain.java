package io.koordbridge.quickstart.app;

import io.koordbridge.lab.hadoop.SparkJobOptions;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.quickstart.home.CgroupHome;
import io.koordbridge.quickstart.home.CgroupHomes;
import io.koordbridge.quickstart.story.Await;
import io.koordbridge.quickstart.story.Console;
import io.koordbridge.quickstart.story.JobView;
import io.koordbridge.quickstart.story.Story;
import io.koordbridge.quickstart.story.StoryOptions;
import io.koordbridge.quickstart.summary.Effects;
import io.koordbridge.quickstart.summary.JobOutcome;
import io.koordbridge.quickstart.summary.Milestones;
import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Summary;
import io.koordbridge.quickstart.summary.Summary.Outcome;
import io.koordbridge.quickstart.world.Closers;
import io.koordbridge.quickstart.world.ControlPlane;
import io.koordbridge.quickstart.world.EmbeddedControlPlane;
import io.koordbridge.quickstart.world.FreeNow;
import io.koordbridge.quickstart.world.Machine;
import io.koordbridge.quickstart.world.RealPlane;
import io.koordbridge.quickstart.world.RunDirectory;
import io.koordbridge.quickstart.world.Setting;
import io.koordbridge.quickstart.world.Sizing;
import io.koordbridge.quickstart.world.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
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
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:SUCCESS: the job succeeded, the ledger held, the lease fell under the load and came back after it.",
            "1:FAILED: one of these did not hold, or a part did not start.",
            "2:The call is wrong, or Java or Maven is missing.",
            "4:INCOMPLETE: all held, but other processes, whose CPU is measured, kept the lease from moving."
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
            defaultValue = "36",
            paramLabel = "N",
            description =
                    "CPU seconds of the job per CPU that the machine has free at the start (default ${DEFAULT-VALUE}).")
    private int jobSeconds;

    @Option(
            names = "--quiet-seconds",
            defaultValue = "10",
            paramLabel = "N",
            description = "How long the job runs before the load changes (default ${DEFAULT-VALUE}).")
    private int quietSeconds;

    private static final Logger LOG = LoggerFactory.getLogger(QuickstartMain.class);

    private static final Duration LOOK_AT_MACHINE = Duration.ofSeconds(2);

    @Spec
    private @Nullable CommandSpec spec;

    /** Entry point. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new QuickstartMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() {
        Console console = new Console(Objects.requireNonNull(spec).commandLine().getOut());
        Ending ending = new Ending();
        ending.onSignal();
        try {
            Outcome outcome = run(console, ending);
            if (stay) {
                console.say("staying up; Ctrl-C ends everything");
                new CountDownLatch(1).await();
            }
            return outcome.exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } catch (RuntimeException e) {
            LOG.debug("the run failed", e);
            console.say("FAILED: " + e.getMessage());
            return 1;
        } finally {
            ending.starterGone();
            ending.end();
        }
    }

    private Outcome run(Console console, Ending ending) {
        Closers parts = ending.parts();
        RunDirectory directory = ending.place(RunDirectory.at(logs()));
        directory.make();
        // Whatever this JVM and what it starts unpack goes with the run.
        System.setProperty("java.io.tmpdir", directory.temporary().toString());
        Machine machine = Machine.read();
        Await await = parts.add(new Await());
        Sizing sizing = sizing(machine, await, console);
        console.say("logs: " + directory.logs());
        Optional<CgroupHome> home = cgroups(machine, directory, ending, console);
        ProjectLayout layout = ProjectLayout.find();
        ControlPlane controlPlane = parts.add(plane == Plane.REAL ? new RealPlane() : new EmbeddedControlPlane());
        console.say("control plane: " + controlPlane.description());
        console.list("what it cannot do:", controlPlane.limits());
        World world = new World(machine, layout, directory, controlPlane, home, parts);
        console.list("settings that differ from the shipped defaults (in brackets):", Setting.lines(world.settings()));
        Story story =
                new Story(world, sizing, StoryOptions.withQuiet(Duration.ofSeconds(quietSeconds)), console, await);
        parts.add(story.recorder());
        story.start();
        return tell(story, world, sizing, console);
    }

    /** Looks at the machine for a moment before anything of ours loads it. */
    private Sizing sizing(Machine machine, Await await, Console console) {
        FreeNow.Ticks before = FreeNow.ticks();
        await.hold(LOOK_AT_MACHINE);
        FreeNow free = FreeNow.since(before, machine);
        Sizing sizing = Sizing.of(machine, free, jobSeconds);
        console.say(String.format(
                Locale.ROOT,
                "machine: %d CPUs, %d GiB; free now: %.2f cores, %d GiB",
                machine.cpus(),
                machine.memoryBytes() >> 30,
                free.milliCpu() / 1000.0,
                free.bytes() >> 30));
        console.say(String.format(
                Locale.ROOT,
                "so the job is %d CPU seconds on %d executors, and the online service rises to %.2f cores",
                sizing.jobCpuSeconds(),
                sizing.executors(),
                sizing.rushMilliCpu() / 1000.0));
        return sizing;
    }

    private Outcome tell(Story story, World world, Sizing sizing, Console console) {
        console.say("submitting the Spark job");
        long submitted = story.recorder().nowMillis();
        JobSize size = JobSize.forSeconds(sizing.jobCpuSeconds());
        RunDirectory directory = world.directory();
        Path result = directory.work().resolve("pi.txt");
        JobView job = story.submit(SparkJobOptions.pi(world.jobJar(), size.tasks(), size.samplesPerTask())
                .executors(sizing.executors())
                .arguments(List.of("--result", result.toString())));
        story.quiet(job);
        OptionalInt burst = story.burst(job);
        story.rush(job);
        story.calm(job);
        JobOutcome outcome = story.finish(job, submitted, result);
        Effects.Online online = story.contrast();
        List<Sample> samples = story.recorder().samples();
        Milestones marks = story.recorder().marks();
        Summary summary = Summary.of(samples, new Summary.Measured(marks, outcome, burst, online), world.basis());
        SummaryFormatter.print(summary, world.basis(), world.ours(), console);
        RunReport.write(directory.logs(), summary, samples, marks);
        return summary.outcome();
    }

    private Optional<CgroupHome> cgroups(Machine machine, RunDirectory directory, Ending ending, Console console) {
        String reason = observeOnly ? "asked for" : machine.root() ? "" : "not root";
        if (reason.isEmpty()) {
            String name = "koordbridge-quickstart-" + ProcessHandle.current().pid();
            CgroupHomes.Plan plan = CgroupHomes.plan(Path.of("/sys/fs/cgroup"), name, directory.work(), machine.cpus());
            reason = plan.reason();
            if (plan.home().isPresent()) {
                CgroupHome home = ending.place(plan.home().get());
                try {
                    home.create();
                    console.say("cgroups: enforcing, in " + home.description());
                    return plan.home();
                } catch (IOException e) {
                    reason = String.valueOf(e.getMessage());
                    home.close();
                }
            }
        }
        console.say("cgroups: observe only (" + reason + "): nothing is limited or suppressed");
        return Optional.empty();
    }

    private Path logs() {
        String time = LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        return Objects.requireNonNullElseGet(logDirectory, () -> Path.of("quickstart-logs", time));
    }
}
