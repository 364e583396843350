package io.koordbridge.manager;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.testkit.arch.ArchitectureRules;
import java.util.List;

@AnalyzeClasses(packages = "io.koordbridge.manager", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests RULES = ArchTests.in(ArchitectureRules.class);

    @ArchTest
    static final ArchRule ARROWS_POINT_DOWN = ArchitectureRules.layers(
            "io.koordbridge.manager",
            List.of(
                    List.of("clusterview"),
                    List.of("config", "server"),
                    List.of("profile", "nodeobjects", "publish", "explain"),
                    List.of("quota"),
                    List.of("schedulinggate"),
                    List.of("handlers", "cleanup"),
                    List.of("app")));
}
