package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.koordlet.disk.DiskThread;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import net.sourceforge.argparse4j.inf.ArgumentParser;
import net.sourceforge.argparse4j.inf.ArgumentParserException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node agent as a process. Flags win over the configuration file. */
public final class KoordletMain {

    /** The process did what it was asked for. */
    static final int OK = 0;

    /** It could not start. */
    static final int FAILED = 1;

    /** Flags or configuration are not in order. */
    static final int USAGE = 2;

    private static final Logger LOG = LoggerFactory.getLogger(KoordletMain.class);
    private static final int CONCURRENT_REQUESTS = 8;
    private static final String LOG_LEVEL = "KOORDLET_LOG_LEVEL";
    private static final List<String> LOG_LEVELS = List.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<String, String> environment;

    KoordletMain(PrintWriter out, PrintWriter err, Map<String, String> environment) {
        this.out = out;
        this.err = err;
        this.environment = environment;
    }

    /** Starts the agent. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(new KoordletMain(out, err, System.getenv()).execute(args));
    }

    /** Runs the agent until it is stopped, or prints what was requested; the exit code. */
    int execute(String... args) {
        ArgumentParser parser = KoordletFlags.parser();
        try {
            Optional<String> answer = KoordletFlags.answer(parser, Set.copyOf(List.of(args)));
            if (answer.isPresent()) {
                out.println(answer.get().stripTrailing());
                return OK;
            }
            return run(KoordletFlags.parse(parser, args, environment.get("NODE_NAME")));
        } catch (ArgumentParserException e) {
            parser.handleError(e, err);
            return USAGE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(err);
            return FAILED;
        } finally {
            out.flush();
            err.flush();
        }
    }

    private int run(KoordletFlags flags) throws IOException, InterruptedException {
        KoordletConfig config;
        try {
            // The configuration of the log takes any other text for DEBUG.
            requireLogLevel(environment.getOrDefault(LOG_LEVEL, "INFO"));
            config = flags.over(ConfigReader.read(flags.configFile(), flags.settings()));
        } catch (IllegalArgumentException e) {
            return refused(e, USAGE);
        }
        flags.warnings().forEach(warning -> LOG.warn("{}", warning));
        config.gates().idle().forEach(warning -> LOG.warn("{}", warning));
        Machine machine = Machine.probe(config);
        if (flags.preflight()) {
            return Preflight.print(config, machine, out);
        }
        if (flags.release()) {
            return release(config, machine);
        }
        String name = config.nodeName();
        if (name == null || name.isEmpty()) {
            err.println("koordlet: no node name: give --node-name, nodeName in the file, or environment NODE_NAME");
            return USAGE;
        }
        return run(name, config, machine);
    }

    /** Gives back what any process took on this machine. */
    private int release(KoordletConfig config, Machine machine) {
        machine.obstacles().forEach(reason -> err.println("koordlet: " + reason));
        try (Enforcement enforcement = new Enforcement(
                config,
                machine,
                Clock.systemUTC(),
                Clock.systemUTC(),
                new MetricRegistry(),
                err::println,
                order -> {})) {
            enforcement.readTaken();
            int held = enforcement.taken().size();
            OptionalCollectors.release(config, machine, err::println);
            out.println("gave back " + enforcement.releaseAll() + " of " + held + " files");
            enforcement.saveTaken();
            return enforcement.taken().isEmpty() ? OK : FAILED;
        }
    }

    private int run(String name, KoordletConfig config, Machine machine) throws IOException, InterruptedException {
        KoordletConfig.Kubernetes kubernetes = config.kubernetes();
        KubeConnection connection = new KubeConnection(
                kubernetes.kubeconfig() == null ? null : Path.of(kubernetes.kubeconfig()),
                kubernetes.apiServer(),
                Duration.ofSeconds(kubernetes.requestTimeoutSeconds()),
                CONCURRENT_REQUESTS);
        Koordlet koordlet;
        try {
            KubernetesClient client = KubeClients.connect(connection, "koordlet");
            Departure departure = new Departure(client, environment, name);
            koordlet = new Koordlet(name, config, machine, client, departure, new DiskThread(), Clock.systemUTC());
        } catch (IllegalArgumentException e) {
            return refused(e, USAGE);
        }
        try {
            koordlet.listen();
        } catch (BindException e) {
            return refused(e, FAILED);
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            koordlet.close();
                            ended.countDown();
                        },
                        "koordlet-shutdown"));
        koordlet.start();
        LOG.info("started node={} cgroup={} port={}", name, machine.tree().version(), koordlet.adminPort());
        ended.await();
        return OK;
    }

    private static void requireLogLevel(String level) {
        if (LOG_LEVELS.stream().noneMatch(level.strip()::equalsIgnoreCase)) {
            throw new IllegalArgumentException(
                    LOG_LEVEL + " = '" + level + "': want one of " + String.join(", ", LOG_LEVELS));
        }
    }

    private int refused(Exception problem, int code) {
        err.println("koordlet: " + problem.getMessage());
        return code;
    }
}
