package io.koordbridge.descheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.testkit.arch.ArchitectureRules;
import java.time.Clock;
import java.time.Instant;

@AnalyzeClasses(packages = "io.koordbridge.descheduler", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests RULES = ArchTests.in(ArchitectureRules.class);

    @ArchTest
    static final ArchRule WAITS_GO_BY_A_CLOCK_THAT_NO_ONE_SETS = noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone")
            .because("a wait must not change when the machine's clock is set; the process passes on one SteadyClock");

    @ArchTest
    static final ArchRule LAYERS_USE_ONLY_THOSE_BELOW = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("decide")
            .definedBy("..descheduler.decide..")
            .layer("watch")
            .definedBy("..descheduler.watch..")
            .layer("act")
            .definedBy("..descheduler.act..")
            .layer("app")
            .definedBy("..descheduler.app..")
            .whereLayer("app")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("act")
            .mayOnlyBeAccessedByLayers("app")
            .whereLayer("watch")
            .mayOnlyBeAccessedByLayers("act", "app")
            .because("decisions know neither caches nor writes, and caches know no writes");
}
