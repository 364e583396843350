package io.koordbridge.capacity;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMembers;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.HeldResources;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.capacity.onlineuse.HeldBelow;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.capacity.steadypods.PodMemory;
import io.koordbridge.capacity.steadypods.Steadied;
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

    /** What the pods came to is one basis for all stages, and the report is read before any of them runs. */
    private static final DescribedPredicate<JavaClass> SHARED_BY_ALL_STAGES = belongToAnyOf(
            CalculationBasis.class,
            PodMemory.class,
            Steadied.class,
            CpuMemory.class,
            HeldResources.class,
            NodeSnapshot.class,
            NodeSnapshots.class,
            NodeUsage.class,
            PodDemand.class,
            ThirdPartyShare.class,
            ZonePlan.class,
            UsageLevels.class,
            HeldBelow.class);

    @ArchTest
    static final ArchRule A_PASS_KNOWS_NO_STAGE = noClasses()
            .that()
            .resideInAPackage("..capacity.plan")
            .should()
            .dependOnClassesThat(resideInAPackage("io.koordbridge.capacity..")
                    .and(not(resideInAnyPackage(
                            "..capacity.plan",
                            "..capacity.preparation",
                            "..capacity.protection",
                            "..capacity.sum",
                            "..capacity.damping")))
                    .and(not(SHARED_BY_ALL_STAGES)))
            .because("a stage owns its memory, age and due time: a new resource changes no pass");

    @ArchTest
    static final ArchRule DAMPING_KNOWS_NO_RESOURCE = noClasses()
            .that()
            .resideInAPackage("..capacity.damping")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("io.koordbridge.capacity..").and(not(resideInAPackage("..capacity.damping"))))
            .because("amounts are damped by their key: a damped resource is a stage and changes nothing there");

    @ArchTest
    static final ArchRule DAMPING_NAMES_NO_RESOURCE = noMembers()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage("..capacity.damping")
            .should()
            .haveNameMatching("(?i).*(batch|mid(?!dle)|cpu|memory|zone).*")
            .because("one mechanism damps every resource and every part of a node");

    @ArchTest
    static final ArchRule A_PASS_NAMES_NO_STAGE = noMembers()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage("..capacity.plan")
            .should()
            .haveNameMatching("(?i).*(batch|mid(?!dle)).*")
            .because("results of stages are asked for by their type");
}
