package io.koordbridge.scheduler.place.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.jersey.validation.Validators;
import io.koordbridge.testkit.conformance.Json;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadArgsTest {

    private final Validator validator = Validators.newValidator();

    private static LoadArgs args(String json) throws Exception {
        return Json.MAPPER.readValue(json.replace('\'', '"'), LoadArgs.class);
    }

    @Test
    void saysTheDefaultsOfTheReference() {
        LoadRules rules = new LoadArgs().rules();

        assertThat(rules.thresholds().usage()).containsEntry("cpu", 65L).containsEntry("memory", 95L);
        assertThat(rules.estimate().factors()).containsEntry("cpu", 85L).containsEntry("memory", 70L);
        assertThat(rules.score().weights()).containsEntry("cpu", 1L).containsEntry("memory", 1L);
        assertThat(rules.expired()).isEqualTo(LoadRules.Expired.REFUSES);
        assertThat(rules.resources()).containsExactly("cpu", "memory");
        assertThat(validator.validate(new LoadArgs())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'usageThresholds':{'cpu':101}} | usageThresholds",
                "{'usageThresholds':{'cpu':-1}} | usageThresholds",
                "{'resourceWeights':{'cpu':0}} | resourceWeights",
                "{'estimatedScalingFactors':{'cpu':0}} | estimatedScalingFactors",
                "{'nodeMetricExpirationSeconds':0} | nodeMetricExpirationSeconds",
                "{'dominantResourceWeight':101} | dominantResourceWeight",
                "{'aggregated':{'usageAggregationType':'p42'}} | aggregated.usageAggregationType",
                "{'aggregated':{'usageAggregatedDuration':'soon'}} | aggregated.usageAggregatedDuration",
                "{'resourceWeights':{'example.com/foo':1}} | eachWeightEstimated"
            })
    void refusesValuesThatAreNotAllowed(String json, String field) throws Exception {
        assertThat(validator.validate(args(json)))
                .extracting(ConstraintViolation::getPropertyPath)
                .anySatisfy(path -> assertThat(path.toString()).startsWith(field));
    }
}
