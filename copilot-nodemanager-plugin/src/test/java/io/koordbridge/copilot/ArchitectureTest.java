package io.koordbridge.copilot;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

@AnalyzeClasses(packages = "io.koordbridge.copilot", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLES = SlicesRuleDefinition.slices()
            .matching("io.koordbridge.(**)")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_NODE_MANAGER_LOADS_NOTHING_ELSE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.koordbridge.copilot..",
                    "java..",
                    "org.apache.hadoop..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "sun.misc..")
            .because("a NodeManager has Hadoop, slf4j and the JDK on its class path");

    @ArchTest
    static final ArchRule PARTS_DO_NOT_USE_THE_ENTRY = noClasses()
            .that()
            .resideOutsideOfPackage("io.koordbridge.copilot")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.koordbridge.copilot")
            .because("the classes that the NodeManager names tie the parts together");
}
