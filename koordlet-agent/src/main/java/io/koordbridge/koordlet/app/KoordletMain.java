package io.koordbridge.koordlet.app;

import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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

/** The node agent's command line. Flags win over the configuration file. */
@Command(
        name = "koordlet",
        mixinStandardHelpOptions = true,
        description = "Measures this node, reports it, and enforces quality of service on pods and YARN containers.")
public final class KoordletMain implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(KoordletMain.class);
    private static final int CONCURRENT_REQUESTS = 8;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "configuration file (YAML)")
    private @Nullable Path configFile;

    @Option(
            names = "--node-name",
            defaultValue = "${env:NODE_NAME}",
            description = "name of the Node object; default: environment NODE_NAME")
    private @Nullable String nodeName;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "default: the service account of the pod")
    private @Nullable String kubeconfig;

    @Option(names = "--api-server", paramLabel = "URL", description = "API server, plain HTTP allowed")
    private @Nullable String apiServer;

    @Option(names = "--cgroup-root", paramLabel = "DIR", description = "default: /sys/fs/cgroup")
    private @Nullable String cgroupRoot;

    @Option(names = "--proc-root", paramLabel = "DIR", description = "default: /proc")
    private @Nullable String procRoot;

    @Option(names = "--sys-root", paramLabel = "DIR", description = "default: /sys")
    private @Nullable String sysRoot;

    @Option(names = "--admin-port", paramLabel = "PORT", description = "default: 9316; 0 takes a free one")
    private @Nullable Integer adminPort;

    @Option(names = "--observe-only", description = "measure and report, write no control group")
    private boolean observeOnly;

    @Option(names = "--remove-tier-on-exit", description = "at the end remove the empty groups this process made")
    private boolean removeTierOnExit;

    @Option(names = "--preflight", description = "say what this machine allows, and end")
    private boolean preflight;

    /** Starts the agent. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new KoordletMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = console().getErr();
        KoordletConfig config;
        try {
            config = overlaid(configFile == null ? KoordletConfig.DEFAULT : ConfigReader.read(configFile));
        } catch (IllegalArgumentException e) {
            err.println("koordlet: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        Machine machine = Machine.probe(config);
        if (preflight) {
            return Preflight.print(config, machine, console().getOut());
        }
        String name = config.nodeName();
        if (name == null || name.isEmpty()) {
            err.println("koordlet: no node name: give --node-name, nodeName in the file, or environment NODE_NAME");
            return CommandLine.ExitCode.USAGE;
        }
        return run(name, config, machine, err);
    }

    private int run(String name, KoordletConfig config, Machine machine, PrintWriter err)
            throws IOException, InterruptedException {
        KoordletConfig.Kubernetes kubernetes = config.kubernetes();
        KubeConnection connection = new KubeConnection(
                kubernetes.kubeconfig() == null ? null : Path.of(kubernetes.kubeconfig()),
                kubernetes.apiServer(),
                Duration.ofSeconds(kubernetes.requestTimeoutSeconds()),
                CONCURRENT_REQUESTS);
        Koordlet koordlet;
        try {
            koordlet =
                    new Koordlet(name, config, machine, KubeClients.connect(connection, "koordlet"), Clock.systemUTC());
        } catch (IllegalArgumentException e) {
            err.println("koordlet: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        try {
            koordlet.listen();
        } catch (BindException e) {
            err.println("koordlet: " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
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
        return CommandLine.ExitCode.OK;
    }

    private CommandLine console() {
        if (spec == null) {
            throw new IllegalStateException("started without a command line");
        }
        return spec.commandLine();
    }

    private KoordletConfig overlaid(KoordletConfig file) {
        KoordletConfig.Kubernetes kubernetes = new KoordletConfig.Kubernetes(
                kubeconfig == null ? file.kubernetes().kubeconfig() : kubeconfig,
                apiServer == null ? file.kubernetes().apiServer() : apiServer,
                file.kubernetes().requestTimeoutSeconds());
        KoordletConfig.Roots roots = new KoordletConfig.Roots(
                cgroupRoot == null ? file.roots().cgroup() : cgroupRoot,
                procRoot == null ? file.roots().proc() : procRoot,
                sysRoot == null ? file.roots().sys() : sysRoot);
        KoordletConfig.Tier tier = new KoordletConfig.Tier(
                file.tier().create(),
                file.tier().driver(),
                removeTierOnExit || file.tier().removeOnExit());
        return new KoordletConfig(
                nodeName == null || nodeName.isEmpty() ? file.nodeName() : nodeName,
                kubernetes,
                roots,
                observeOnly || file.observesOnly(),
                file.collect(),
                file.report(),
                file.suppress(),
                file.batchResource(),
                tier,
                file.yarn(),
                file.audit(),
                new KoordletConfig.Admin(
                        file.admin().bind(), adminPort == null ? file.admin().port() : adminPort));
    }
}
