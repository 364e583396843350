package io.koordbridge.descheduler.decide.args;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.descheduler.decide.args.ObjectLimiters.Limiter;
import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigrationArgsReaderTest {

    @Test
    void absentFieldsHaveTheDocumentedDefaults() {
        ArgsReading reading = MigrationArgsReader.read(null);

        assertThat(reading.problems()).isEmpty();
        MigrationArgs args = reading.args();
        assertThat(args.dryRun()).isFalse();
        assertThat(args.maxConcurrentReconciles()).isEqualTo(1);
        assertThat(args.limits()).isEqualTo(new MigrationLimits(0, 2, 0, null, null, false));
        assertThat(args.guards())
                .isEqualTo(new EvictionGuards(
                        false, false, false, false, false, null, null, NamespaceScope.ALL, Set.of()));
        assertThat(args.nodeFit()).isEqualTo(new NodeFitArgs(false, ""));
        assertThat(args.objectLimiters())
                .isEqualTo(new ObjectLimiters(new Limiter(Duration.ofMinutes(5), null, 1), Limiter.OFF));
        assertThat(args.jobs())
                .isEqualTo(new JobDefaults(
                        "ReservationFirst",
                        Duration.ofMinutes(5),
                        Set.of("koord-scheduler"),
                        EvictionPolicy.EVICTION,
                        null,
                        false));
        assertThat(args.rate()).isEqualTo(new EvictionRate(10, 1));
        assertThat(args.arbitration()).isEqualTo(new ArbitrationArgs(true, Duration.ofMillis(500), false, false));
    }

    @Test
    void givenFieldsAreRead() {
        ArgsReading reading = read("{'maxMigratingPerNode': 0, 'maxMigratingPerWorkload': '20%', 'evictQPS': '2.5',"
                + " 'objectLimiters': {'namespace': {'duration': '1m30s', 'maxMigrating': 3, 'burst': 0}},"
                + " 'namespaces': {'exclude': ['kube-system']}, 'skipEvictionGates': ['PVC'],"
                + " 'labelSelector': {'matchExpressions': [{'key': 'a', 'operator': 'In', 'values': ['b']}]},"
                + " 'priorityThreshold': {'value': 5000}, 'evictionPolicy': 'SoftEviction',"
                + " 'defaultDeleteOptions': {'gracePeriodSeconds': 5}, 'defaultJobTTL': '0s',"
                + " 'arbitrationArgs': {'enabled': false, 'interval': '1s', 'disperseByWorkload': true,"
                + " 'countByWorkload': true}, 'fallbackToEvictDirectly': true}");

        assertThat(reading.problems()).isEmpty();
        MigrationArgs args = reading.args();
        assertThat(args.limits().perNode()).isZero();
        assertThat(args.limits().migratingPerWorkload()).isEqualTo(IntOrPercent.of("20%"));
        assertThat(args.rate().perSecond()).isEqualTo(2.5);
        assertThat(args.objectLimiters().namespace())
                .isEqualTo(new Limiter(Duration.ofSeconds(90), IntOrPercent.of(3), 1));
        assertThat(args.objectLimiters().workload().duration()).isEqualTo(Duration.ofMinutes(5));
        assertThat(args.guards().namespaces().covers("kube-system")).isFalse();
        assertThat(args.guards().skips(Gate.PVC)).isTrue();
        assertThat(args.guards().priorityThreshold()).isEqualTo(5000);
        assertThat(args.guards().labelSelector())
                .satisfies(selector ->
                        assertThat(selector.matches(Map.of("a", "b"))).isTrue());
        assertThat(args.jobs().policy()).isEqualTo(EvictionPolicy.SOFT_EVICTION);
        assertThat(args.jobs().ttl()).isZero();
        assertThat(args.jobs().fallbackToEvictDirectly()).isTrue();
        assertThat(args.arbitration()).isEqualTo(new ArbitrationArgs(false, Duration.ofSeconds(1), true, true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'maxMigratingPerWorkload': 'abc%'} | maxMigratingPerWorkload: 'abc%'; allowed: a whole number of 0 or more
            {'maxUnavailablePerWorkload': -1} | maxUnavailablePerWorkload: '-1'; allowed: a whole number of 0 or more
            {'maxUnavailablePerWorkload': '101%'} | maxUnavailablePerWorkload: '101%'; allowed: a whole number of 0
            {'maxMigratingPerNode': -1} | maxMigratingPerNode: '-1'; allowed: a whole number from 0
            {'maxMigratingPerNode': '2'} | maxMigratingPerNode: '2'; allowed: a whole number from 0
            {'maxMigratingPerNode': 1.5} | maxMigratingPerNode: '1.5'; allowed: a whole number from 0
            {'maxMigratingGlobally': 99999999999} | maxMigratingGlobally: '99999999999'; allowed: a whole number
            {'dryRun': 'yes'} | dryRun: 'yes'; allowed: true or false
            {'dryRnu': true} | dryRnu: 'true'; allowed: no such field
            {'defaultJobTTL': 300} | defaultJobTTL: '300'; allowed: a duration of 0s or more
            {'defaultJobTTL': '-5m'} | defaultJobTTL: '-5m'; allowed: a duration of 0s or more
            {'defaultJobMode': 'Later'} | defaultJobMode: 'Later'; allowed: ReservationFirst, EvictDirectly
            {'evictionPolicy': 'Kill'} | evictionPolicy: 'Kill'; allowed: Eviction, Delete, SoftEviction
            {'evictQPS': 0} | evictQPS: '0'; allowed: a number above 0
            {'evictBurst': 0} | evictBurst: '0'; allowed: a whole number from 1
            {'skipEvictionGates': ['Nope']} | skipEvictionGates: '["Nope"]'; allowed: MaxUnavailablePerWorkload
            {'priorityThreshold': {'name': 'x'}} | priorityThreshold.name: 'x'; allowed: a threshold by value
            {'namespaces': {'include': ['a'], 'exclude': ['b']}} | allowed: one of include and exclude
            {'labelSelector': {'matchLabels': {'a b': 'c'}}} | labelSelector: '{"matchLabels":{"a b":"c"}}'; allowed: a label selector
            {'objectLimiters': {'pod': {}}} | objectLimiters.pod: '{}'; allowed: no such field
            {'arbitrationArgs': {'interval': '0s'}} | arbitrationArgs.interval: '0s'; allowed: a duration of 1ms
            {'defaultDeleteOptions': 'now'} | defaultDeleteOptions: 'now'; allowed: an object
            ['x'] | document: '["x"]'; allowed: an object
            """)
    void problemNamesFieldValueAndRange(String json, String problem) {
        assertThat(read(json).problems())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("invalid ")
                .contains(problem);
    }

    @Test
    void valueOutOfRangeIsKeptWithItsProblem() {
        ArgsReading reading = read("{'maxMigratingPerNode': -3, 'maxMigratingPerWorkload': 'abc%'}");

        assertThat(reading.args().limits().perNode()).isEqualTo(-3);
        assertThat(reading.args().limits().migratingPerWorkload()).isEqualTo(IntOrPercent.of("abc%"));
        assertThat(reading.problems())
                .containsExactly(
                        "invalid maxMigratingPerNode: '-3'; allowed: a whole number from 0 to 2147483647",
                        "invalid maxMigratingPerWorkload: 'abc%'; allowed: a whole number of 0 or more, or 0% to 100%");
    }

    @Test
    void valueOfAnotherTypeHasItsDefault() {
        ArgsReading reading = read("{'maxMigratingPerNode': '3', 'evictionPolicy': 1, 'defaultJobMode': 2}");

        assertThat(reading.args().limits().perNode()).isEqualTo(2);
        assertThat(reading.args().jobs().policy()).isEqualTo(EvictionPolicy.EVICTION);
        assertThat(reading.args().jobs().mode()).isEqualTo(JobDefaults.RESERVATION_FIRST);
        assertThat(reading.problems()).hasSize(3);
    }

    private static ArgsReading read(String json) {
        try {
            return MigrationArgsReader.read(new ObjectMapper().readTree(json.replace('\'', '"')));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
