package io.koordbridge.scheduler;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.testkit.arch.ArchitectureRules;
import java.util.List;

@AnalyzeClasses(packages = "io.koordbridge.scheduler", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests RULES = ArchTests.in(ArchitectureRules.class);

    @ArchTest
    static final ArchRule ARROWS_POINT_DOWN = ArchitectureRules.layers(
            "io.koordbridge.scheduler",
            List.of(
                    List.of("facts", "leadership"),
                    List.of("view"),
                    List.of("plugin"),
                    List.of("placement", "place", "preempt", "explain", "wake"),
                    List.of("quota", "reservation", "bind"),
                    List.of("gang"),
                    List.of("gatekeeper", "page", "extender"),
                    List.of("app")));
}
