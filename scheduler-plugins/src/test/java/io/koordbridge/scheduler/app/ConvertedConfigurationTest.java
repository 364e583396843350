package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.dropwizard.configuration.ConfigurationFactory;
import io.dropwizard.configuration.DefaultConfigurationFactoryFactory;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Values that {@code colo convert scheduler-config} prints are a configuration of koord-scheduler. */
class ConvertedConfigurationTest {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Path VALUES = Path.of("../k8s-controllers/colo-cli/src/test/resources/convert");
    private static final ConfigurationFactory<SchedulerConfiguration> FACTORY = new DefaultConfigurationFactoryFactory<
                    SchedulerConfiguration>()
            .create(SchedulerConfiguration.class, Validators.newValidator(), Jackson.newObjectMapper(), "unused");

    private static SchedulerConfiguration read(String name) throws Exception {
        JsonNode config =
                YAML.readTree(VALUES.resolve(name).toFile()).path("scheduler").path("config");
        assertThat(config.size()).isPositive();
        return FACTORY.build(path -> bytes(config), "values");
    }

    private static ByteArrayInputStream bytes(JsonNode config) throws IOException {
        return new ByteArrayInputStream(YAML.writeValueAsBytes(config));
    }

    @Test
    void scoresNumaNodesAsTheTextOfKoordinatorSays() throws Exception {
        assertThat(read("numa.values.yaml").numa().prefersMostAllocated()).isTrue();
        assertThat(read("numa.values.yaml").numa().scoringStrategy().resources())
                .extracting(resource -> resource.name() + " " + resource.weight())
                .containsExactly("cpu 1", "memory 1", "kubernetes.io/batch-cpu 2", "kubernetes.io/batch-memory 2");
    }

    @Test
    void takesTheArgumentsOfEveryPlugin() throws Exception {
        SchedulerConfiguration config = read("cluster.values.yaml");

        assertThat(config.quotaRevoke().monitorAllQuotas()).isTrue();
        assertThat(config.quotaRevoke().delayEvictTime().toSeconds()).isEqualTo(300);
        assertThat(config.quota().enableCheckParentQuota()).isTrue();
        assertThat(config.gang().defaultTimeout().toSeconds()).isEqualTo(600);
        assertThat(config.reservation().gcDuration().toSeconds()).isEqualTo(3600);
        assertThat(config.devices().disableDeviceNUMATopologyAlignment()).isTrue();
        assertThat(config.numa().defaultCpuBindPolicy()).isEqualTo("SpreadByPCPUs");
        assertThat(config.loadAware().plugin().weight()).isEqualTo(4);
        assertThat(config.scores().balance().resources()).hasSize(2);
    }
}
