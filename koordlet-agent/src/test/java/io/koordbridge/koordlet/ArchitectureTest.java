package io.koordbridge.koordlet;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.koordlet.app.Strategies;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.testkit.arch.ArchitectureRules;

@AnalyzeClasses(packages = "io.koordbridge.koordlet", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchTests RULES = ArchTests.in(ArchitectureRules.class);

    @ArchTest
    static final ArchRule ONLY_THE_WRITER_WRITES = noClasses()
            .that()
            .doNotBelongToAnyOf(CgroupExecutor.class)
            .and()
            .doNotHaveSimpleName("Places")
            .and()
            // Its files are the kernel thread's that it makes and ends, no values of control groups.
            .doNotHaveSimpleName("Kdamond")
            .should()
            .callMethodWhere(target(owner(assignableTo(CgroupFiles.class))).and(target(name("write"))))
            .because("every value passes the same checks, is remembered, audited and given back");

    @ArchTest
    static final ArchRule STRATEGIES_ARE_NAMED_IN_ONE_LIST = noClasses()
            .that()
            .resideOutsideOfPackage("io.koordbridge.koordlet.qos..")
            .and()
            .doNotBelongToAnyOf(Strategies.class)
            .should()
            .dependOnClassesThat(
                    resideInAPackage("io.koordbridge.koordlet.qos..").and(not(simpleNameEndingWith("Config"))))
            .because("a strategy takes part in everything by its line in the list");
}
