package io.koordbridge.frame;

import com.codahale.metrics.MetricRegistryListener;
import com.codahale.metrics.jmx.JmxReporter;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.cli.CheckCommand;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ServerCommand;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.frame.tls.PageCertificates;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.metrics.SummingRegistry;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import net.sourceforge.argparse4j.inf.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * A process of ours. An unreachable API server at start is not fatal: health says so, and whatever the process started keeps
 * trying.
 *
 * @param <C> configuration
 */
public abstract class BridgeApplication<C extends BridgeConfiguration> extends Application<C> {

    static final String API_SERVER_CHECK = "api-server";

    /** Name in logs, in the user agent and as source of events. */
    public abstract String processName();

    /** Builds and starts the process's parts; register what has to be closed with {@link BridgeContext#manage}. */
    protected abstract void start(C config, BridgeContext context);

    /** Refuses what only a start looks at otherwise, for {@code --check-config}. */
    protected void check(C config) {}

    /** What the process does once instead of its service, each by a flag of its name. */
    protected List<OneOff<C>> oneOffs() {
        return List.of();
    }

    /** Extra set-up before configuration is read. */
    protected void prepare(Bootstrap<C> bootstrap) {}

    @Override
    public final String getName() {
        return processName();
    }

    @Override
    public final void initialize(Bootstrap<C> bootstrap) {
        bootstrap.setMetricRegistry(new WithoutBeans());
        bootstrap.setConfigurationSourceProvider(new SubstitutingSourceProvider(
                bootstrap.getConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(false)));
        bootstrap.setConfigurationFactoryFactory(StrictConfigurationFactory::new);
        prepare(bootstrap);
    }

    @Override
    protected final void addDefaultCommands(Bootstrap<C> bootstrap) {
        bootstrap.addCommand(new ServerCommand<C>(this) {
            @Override
            public void onError(Cli cli, @Nullable Namespace namespace, Throwable problem) {
                tell(cli, problem);
            }
        });
        oneOffs().forEach(one -> bootstrap.addCommand(new OneOffCommand<>(this, one)));
        bootstrap.addCommand(new CheckCommand<C>(this) {
            @Override
            protected void run(Bootstrap<C> bootstrap, Namespace namespace, C config) throws Exception {
                config.requireStartable(processName());
                check(config);
                super.run(bootstrap, namespace, config);
            }

            @Override
            public void onError(Cli cli, @Nullable Namespace namespace, Throwable problem) {
                tell(cli, problem);
            }
        });
    }

    /** Prints what to fix, without a stack trace. */
    void tell(Cli cli, Throwable problem) {
        PrintWriter out = cli.getStdErr();
        StartProblem.text(problem)
                .ifPresentOrElse(text -> out.println(getName() + ": " + text), () -> problem.printStackTrace(out));
    }

    @Override
    public final void run(C config, Environment environment) {
        StartProblem.inWordsOnly();
        Clock clock = Clock.systemUTC();
        KubernetesClient client =
                KubeClients.connect(config.kubernetes().connection(), processName(), environment.metrics());
        Optional<PageCertificates> certificates = PageCertificates.of(config.pageCertificates(), environment.metrics());
        BridgeContext context = new BridgeContext(environment, client, clock, processName(), config, certificates);
        context.manage(client);
        context.manage(context.events());
        context.manage(context.tasks());
        certificates.ifPresent(tls -> {
            secure(config.getServerFactory(), tls);
            tls.follow(context.tasks());
        });
        AccessFilter.guard(environment, context.access());
        environment.healthChecks().register(API_SERVER_CHECK, new ApiServerHealth(client));
        environment
                .admin()
                .addServlet("prometheus", new PrometheusServlet(environment.metrics()))
                .addMapping("/metrics");
        environment
                .admin()
                .addServlet("ready", new ReadyServlet(environment.healthChecks()))
                .addMapping("/ready", "/readyz");
        environment
                .admin()
                .addServlet("alive", new AliveServlet(context.tasks()))
                .addMapping("/ping", "/healthz");
        start(config, context);
    }

    /** Puts TLS in front of the port of pages and API; that of health and metrics stays as it is. */
    private static void secure(ServerFactory servers, PageCertificates certificates) {
        if (!(servers instanceof DefaultServerFactory ours)) {
            throw new IllegalArgumentException(
                    "pageCertificates: server.type has to be default, health and metrics need a port of their own");
        }
        ours.setApplicationConnectors(ours.getApplicationConnectors().stream()
                .map(certificates::secure)
                .toList());
    }

    /**
     * Metrics are read from /metrics, sums of timers included. Dropwizard would also make a JMX bean of each, which is unreachable (there is no JMX port) and
     * which costs more than the metric.
     */
    private static final class WithoutBeans extends SummingRegistry {

        @Override
        public void addListener(MetricRegistryListener listener) {
            if (!listener.getClass().getName().startsWith(JmxReporter.class.getName())) {
                super.addListener(listener);
            }
        }
    }

    /** Entry point of a process: reads the flags and runs until it is stopped. */
    public static void run(BridgeApplication<?> application, String[] args) {
        int code = ProcessCommand.of(application).execute(args);
        if (code != 0) {
            System.exit(code);
        }
    }
}
