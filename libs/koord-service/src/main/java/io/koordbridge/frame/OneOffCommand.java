package io.koordbridge.frame;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import net.sourceforge.argparse4j.inf.Namespace;
import org.jspecify.annotations.Nullable;

/** Runs one of {@link BridgeApplication#oneOffs}; the process ends with 1 when not all was done. */
final class OneOffCommand<C extends BridgeConfiguration> extends ConfiguredCommand<C> {

    private final BridgeApplication<C> application;
    private final OneOff<C> work;

    OneOffCommand(BridgeApplication<C> application, OneOff<C> work) {
        super(work.name(), work.help());
        this.application = application;
        this.work = work;
    }

    @Override
    protected Class<C> getConfigurationClass() {
        return application.getConfigurationClass();
    }

    @Override
    protected void run(@Nullable Bootstrap<C> bootstrap, Namespace namespace, C config) {
        try (KubernetesClient client = KubeClients.connect(
                config.kubernetes().connection(), application.processName(), new MetricRegistry())) {
            if (!work.work().test(config, client)) {
                throw new IllegalStateException(work.flag() + ": not all was done, the log says what");
            }
        }
    }

    @Override
    public void onError(Cli cli, @Nullable Namespace namespace, Throwable problem) {
        application.tell(cli, problem);
    }
}
