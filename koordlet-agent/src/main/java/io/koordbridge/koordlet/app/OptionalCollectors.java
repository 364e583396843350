package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.collect.ColdMemorySampler;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SampleSink;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.measure.cpi.CpiSampler;
import io.koordbridge.koordlet.measure.cpi.PerfEvents;
import io.koordbridge.koordlet.measure.damon.DamonSampler;
import io.koordbridge.koordlet.measure.damon.Kdamond;
import io.koordbridge.koordlet.measure.pressure.PressureSampler;
import io.koordbridge.koordlet.measure.subject.SubjectGauges;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.topology.Processors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** Collectors that a gate switches on: pressure, cycles per instruction, cold memory. */
final class OptionalCollectors implements AutoCloseable {

    private static final Duration EVERY_SECOND = Duration.ofSeconds(1);
    private static final Duration KERNEL = Duration.ofSeconds(5);
    private static final Duration HANGS = Duration.ofMinutes(5);
    private static final int USUAL_LIMIT = 1024;

    private final Optional<PressureSampler> pressure;
    private final Optional<CpiSampler> cpi;
    private final Optional<ColdMemorySampler> cold;
    private final Optional<DamonSampler> damon;
    private final Optional<Kdamond> leftOver;

    /**
     * What they need.
     *
     * @param known whether the Node object is known
     * @param cold what reads kidled
     */
    record Needs(SampleStore store, BooleanSupplier known, ColdMemorySampler cold, HostProc proc) {}

    /** Reads nothing yet. */
    OptionalCollectors(KoordletConfig config, Machine machine, Needs needs, MetricRegistry metrics, ReadErrors errors) {
        String node = Objects.requireNonNullElse(config.nodeName(), "");
        Function<Instant, SampleSink> output =
                now -> (metric, key, value) -> needs.store().append(metric, key, now, value);
        Path proc = Path.of(config.roots().proc());
        pressure = config.gates().isOn(Gate.PSI_COLLECTOR)
                ? Optional.of(new PressureSampler(
                        machine.tree(),
                        proc,
                        config.collect().pressureInterval(),
                        output,
                        new SubjectGauges(metrics, node, needs.known()),
                        errors))
                : Optional.empty();
        cpi = config.gates().isOn(Gate.CPI_COLLECTOR)
                ? Optional.of(new CpiSampler(
                        machine.tree(),
                        new PerfEvents(),
                        // One for the thread of the counters.
                        new Processors(machine.files(), Path.of(config.roots().sys()))::read,
                        CpiSampler.Settings.within(
                                config.collect().cpiInterval(), config.collect().cpiWindow(), openFiles(proc)),
                        output,
                        new SubjectGauges(metrics, node, needs.known()),
                        errors))
                : Optional.empty();
        boolean watchesCold = config.gates().isOn(Gate.COLD_PAGE_COLLECTOR);
        boolean writes = !machine.observesOnly();
        Kdamond kdamond = new Kdamond(machine.files(), Path.of(config.roots().sys()));
        cold = watchesCold ? Optional.of(needs.cold()) : Optional.empty();
        damon = watchesCold && writes
                ? Optional.of(new DamonSampler(
                        kdamond, machine.files(), needs.proc(), proc, needs.cold()::isOffered, output, errors))
                : Optional.empty();
        leftOver = !watchesCold && writes ? Optional.of(kdamond) : Optional.empty();
    }

    /** Ends what a process of the agent left behind. */
    static void release(KoordletConfig config, Machine machine, Consumer<String> problems) {
        if (!machine.observesOnly()) {
            end(new Kdamond(machine.files(), Path.of(config.roots().sys())), problems);
        }
    }

    private static void end(Kdamond kdamond, Consumer<String> problems) {
        try {
            boolean unused = kdamond.end();
        } catch (IOException e) {
            problems.accept("kdamond of the agent does not end: " + e.getMessage());
        }
    }

    /** How many files this process may have open. */
    private static long openFiles(Path proc) {
        String begin = "Max open files";
        try {
            return Files.readAllLines(proc.resolve("self/limits")).stream()
                    .filter(line -> line.startsWith(begin))
                    .map(line -> line.substring(begin.length()).strip().split("\\s+")[0])
                    .filter(word -> word.matches("\\d{1,18}"))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(USUAL_LIMIT);
        } catch (IOException e) {
            return USUAL_LIMIT;
        }
    }

    /** What belongs to the rounds of the other collectors. */
    List<PeriodicSampler> samplers() {
        List<PeriodicSampler> all = new ArrayList<>();
        cold.ifPresent(all::add);
        damon.ifPresent(all::add);
        pressure.ifPresent(all::add);
        cpi.ifPresent(all::add);
        return all;
    }

    /** What takes the kernel longer has a loop. */
    void start(Loops loops, Clock clock, Consumer<String> problems) {
        leftOver.ifPresent(kdamond -> end(kdamond, problems));
        damon.ifPresent(found -> loops.every("cold-memory", KERNEL, HANGS, () -> found.look(clock.instant())));
        cpi.ifPresent(found -> loops.every("cpi", EVERY_SECOND, HANGS, () -> found.count(clock.instant())));
    }

    /** One part of {@code /state}. */
    Map<String, Object> state() {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("pressure", pressure.map(found -> pressure(found.seen())).orElse("off"));
        part.put("coldMemory", cold.map(this::coldMemory).orElse("off"));
        part.put("cyclesPerInstruction", cpi.map(CpiSampler::words).orElse("off"));
        return part;
    }

    private String coldMemory(ColdMemorySampler kidled) {
        return kidled.hasStarted()
                ? "works by kidled"
                : damon.map(DamonSampler::words).orElse("nothing is started while the agent only observes");
    }

    private static String pressure(PressureSampler.Seen seen) {
        return seen.subjects() == 0
                ? "nothing can be read"
                : seen.subjects() + " subjects, full of CPU " + (seen.cpuFull() ? "known" : "not known");
    }

    /** What becomes of the gate of a collector on this machine, in words; empty for other gates. */
    static Optional<String> preflight(Gate gate, KoordletConfig config, Machine machine) {
        return switch (gate) {
            case PSI_COLLECTOR -> Optional.of(pressure(config, machine));
            case CPI_COLLECTOR -> Optional.of(cycles(machine));
            case COLD_PAGE_COLLECTOR -> Optional.of(coldMemory(config, machine));
            default -> Optional.empty();
        };
    }

    private static String pressure(KoordletConfig config, Machine machine) {
        Path file = Path.of(config.roots().proc(), "pressure/cpu");
        try {
            String unused = machine.files().read(file);
        } catch (IOException e) {
            return "not supported here: " + file + " cannot be read, the kernel needs psi=1";
        }
        return machine.tree().supports(Knob.CPU_PRESSURE, machine.tree().paths().bestEffortDir())
                ? "works"
                : "works for the node; not supported here for pods: no cpu.pressure in the group of all pods";
    }

    private static String coldMemory(KoordletConfig config, Machine machine) {
        Path sys = Path.of(config.roots().sys());
        if (machine.tree().version() == CgroupVersion.V1 && machine.files().exists(sys.resolve("kernel/mm/kidled"))) {
            return "works by kidled where it scans";
        }
        return new Kdamond(machine.files(), sys)
                .obstacle()
                .map(reason -> "not supported here: " + reason)
                .orElse("works by DAMON, for the node");
    }

    private static String cycles(Machine machine) {
        return CpiSampler.obstacle(machine.tree(), new PerfEvents())
                .map(reason -> "not supported here: " + reason)
                .orElse("works");
    }

    @Override
    public void close() {
        pressure.ifPresent(PressureSampler::close);
        cpi.ifPresent(CpiSampler::close);
        damon.ifPresent(DamonSampler::close);
    }
}
