package io.koordbridge.testkit.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.api.upward.UsesTestkit;
import io.koordbridge.protocol.PureCore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules find what they are for, although classes of libraries are known to them by name only. */
class ArchitectureRulesTest {
    record Violation(ArchRule rule, Class<?> by) {
        boolean isFound() {
            return rule.evaluate(imported(by)).hasViolation();
        }
    }

    static List<Violation> violations() {
        return List.of(
                new Violation(ArchitectureRules.PURE_CORES_DO_NO_IO, ReadsFiles.class),
                new Violation(ArchitectureRules.PURE_CORES_ASK_NO_CLOCK, AsksForNow.class),
                new Violation(ArchitectureRules.PURE_CORES_ASK_NO_CLOCK, HoldsAClock.class),
                new Violation(ArchitectureRules.PURE_CORES_DRAW_NO_LOTS, DrawsLots.class),
                new Violation(ArchitectureRules.PURE_CORES_REMEMBER_NOTHING, Remembers.class),
                new Violation(ArchitectureRules.PURE_CORES_REMEMBER_NOTHING, Collects.class),
                new Violation(ArchitectureRules.PURE_CORES_DRAW_NO_LOTS, RollsDice.class),
                new Violation(ArchitectureRules.LAYERS, UsesTestkit.class),
                new Violation(ArchitectureRules.RECORDS_ARE_NARROW, Wide.class));
    }

    @ParameterizedTest
    @MethodSource("violations")
    void findsAViolation(Violation violation) {
        assertThat(violation.isFound()).isTrue();
    }

    @Test
    void acceptsACalculation() {
        JavaClasses classes = imported(Calculates.class);

        assertThatCode(() -> {
                    ArchitectureRules.PURE_CORES_DO_NO_IO.check(classes);
                    ArchitectureRules.PURE_CORES_ASK_NO_CLOCK.check(classes);
                    ArchitectureRules.PURE_CORES_DRAW_NO_LOTS.check(classes);
                    ArchitectureRules.PURE_CORES_REMEMBER_NOTHING.check(classes);
                    ArchitectureRules.LAYERS.check(classes);
                    ArchitectureRules.PACKAGES_FORM_NO_CYCLES.check(classes);
                    ArchitectureRules.RECORDS_ARE_NARROW.check(classes);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void rejectsAnArrowUpwardsAndAPackageWithoutLayer() {
        JavaClasses classes = new ClassFileImporter().importClasses(ReadsFiles.class, PureCore.class);
        List<String> low = List.of("protocol");
        List<String> high = List.of("testkit");

        assertThat(layers(List.of(low, high)).evaluate(classes).hasViolation()).isFalse();
        assertThat(layers(List.of(high, low)).evaluate(classes).hasViolation()).isTrue();
        assertThat(layers(List.of(high)).evaluate(classes).hasViolation()).isTrue();
    }

    private static ArchRule layers(List<List<String>> layers) {
        return ArchitectureRules.layers("io.koordbridge", layers);
    }

    private static JavaClasses imported(Class<?> type) {
        return new ClassFileImporter().importClasses(type);
    }

    @PureCore
    static final class ReadsFiles {
        boolean exists() {
            return Files.exists(Path.of("/"));
        }
    }

    @PureCore
    static final class AsksForNow {
        Instant now() {
            return Instant.now();
        }
    }

    @PureCore
    record HoldsAClock(Clock clock) {}

    @PureCore
    static final class Remembers {
        private int calls;

        int count() {
            calls++;
            return calls;
        }
    }

    @PureCore
    record Calculates(int base) {
        int plus(int amount) {
            return base + amount;
        }
    }

    @PureCore
    static final class DrawsLots {
        String name() {
            return java.util.UUID.randomUUID().toString();
        }
    }

    @PureCore
    static final class RollsDice {
        int roll(long seed) {
            return new java.util.Random(seed).nextInt(6);
        }
    }

    @PureCore
    static final class Collects {
        private final java.util.ArrayList<String> names = new java.util.ArrayList<>();

        void add(String name) {
            names.add(name);
        }
    }

    record Wide(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k) {}
}
