package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationFactory;
import io.dropwizard.configuration.DefaultConfigurationFactoryFactory;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import io.koordbridge.scheduler.place.balance.BalanceScorer;
import io.koordbridge.scheduler.place.balance.BalanceStrategy;
import io.koordbridge.scheduler.place.balance.WeightedResource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulerConfigurationTest {

    private static final ConfigurationFactory<SchedulerConfiguration> FACTORY = new DefaultConfigurationFactoryFactory<
                    SchedulerConfiguration>()
            .create(SchedulerConfiguration.class, Validators.newValidator(), Jackson.newObjectMapper(), "unused");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "balance: {resources: [{name: cpu, weight: -5}]} | balance.resources[0].weight must be greater than",
                "balance: {resources: [{name: cpu, weight: 101}]} | balance.resources[0].weight must be less than",
                "balance: {resources: [{name: batch-cpu, weight: 1}]} | balance.resources[0].name is 'batch-cpu', no resource",
                "balance: {resources: [{name: null, weight: 1}]} | balance.resources[0].name must not be null",
                "balance: {resources: [null]} | balance.resources",
                "fitPlus: {resources: {cpu: {type: MostAlocated, weight: 1}}} | fitPlus.resources[cpu].type must be one of",
                "fitPlus: {resources: {cpu: {weight: 1}}} | fitPlus.resources[cpu].type must not be empty",
                "fitPlus: {resources: {gpu: {type: MostAllocated, weight: 1}}} | is 'gpu', no resource",
                "fitPlus: {resources: {cpu: null}} | fitPlus.resources",
                "scarce: {resources: ['']} | scarce.resources[0].<list element> is '', no resource",
                "scarce: {resources: [null]} | scarce.resources",
                "bind: {requestTimeout: 0s} | bind.requestTimeout must be greater than or equal to 100 MILLISECONDS",
                "bind: {sweepPeriod: 0s} | bind.sweepPeriod must be greater than or equal to 10 MILLISECONDS",
                "bind: {confirmWithin: 6s} | bind.confirmWithin must be longer than requestTimeout times attempts and one",
                "bind: {requestTimeout: 11s, confirmWithin: 1m} | bind.requestTimeout above 10s needs leader.enabled: false",
                "bind: {confirmWithin: 9223372036854775807d} | bind.confirmWithin must be less than or equal to 1 HOURS",
                "bind: {maxWait: 2h} | bind.maxWait must be less than or equal to 1 HOURS",
                "extender: {maxRequestSize: 0B} | extender.maxRequestSize must be greater than or equal to 64 KIBIBYTES",
                "extender: {maxRequestSize: 1TiB} | extender.maxRequestSize must be less than or equal to 64 MEBIBYTES",
                "leaderElection: {enabled: true} | Unrecognized field at: leaderElection",
                "kubernetes: {requestTimeout: 0s} | kubernetes.requestTimeout must be greater than or equal to 100",
            })
    void refusesWhatCannotBeMeantByKeyAndRange(String yaml, String words) {
        assertThatThrownBy(() -> read(yaml)).hasMessageContaining(words).hasMessageNotContaining("because \"");
    }

    @Test
    void takesTheDefaultForEachKeyThatASectionLeavesOut() throws Exception {
        SchedulerConfiguration config =
                read("{balance: {type: MostAllocated}, fitPlus: {weight: 5}, scarce: {weight: 2}}");

        assertThat(config.scores().balance())
                .isEqualTo(new BalanceScorer.Config(
                        BalanceStrategy.MOST_ALLOCATED, BalanceScorer.Config.DEFAULT.resources()));
        assertThat(config.scores().fitPlus().weight()).isEqualTo(5);
        assertThat(config.scores().fitPlus().resources()).isEmpty();
        assertThat(config.scores().scarce().resources()).isEmpty();
        assertThat(read("balance: {resources: [{name: cpu, weight: 1}]}")
                        .scores()
                        .balance())
                .isEqualTo(new BalanceScorer.Config(
                        BalanceStrategy.LEAST_ALLOCATED, List.of(new WeightedResource("cpu", 1))));
    }

    private static SchedulerConfiguration read(String yaml) throws IOException, ConfigurationException {
        return FACTORY.build(path -> new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "text");
    }
}
