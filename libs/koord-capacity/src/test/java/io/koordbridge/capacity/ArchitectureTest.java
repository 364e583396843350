package io.koordbridge.capacity;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.testkit.arch.ArchitectureRules;

@AnalyzeClasses(packages = "io.koordbridge.capacity", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests RULES = ArchTests.in(ArchitectureRules.class);

    @ArchTest
    static final ArchRule THE_ENGINE_HAS_NO_EDGE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.util.concurrent..",
                    "java.net..",
                    "java.nio.file..",
                    "org.slf4j..",
                    "com.codahale.metrics..",
                    "io.fabric8.kubernetes.client..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(java.time.Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .because("the engine has no client, clock or thread: its callers pass time and facts");
}
