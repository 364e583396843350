package io.koordbridge.replay;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.PlannerConfig;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;

/**
 * The package does no arithmetic on capacity: it hands settings on and reads none of the numbers that a formula would need, but window and
 * interval of reports.
 */
@AnalyzeClasses(packages = "io.koordbridge.replay", importOptions = ImportOption.DoNotIncludeTests.class)
class NoSecondFormulaTest {

    @ArchTest
    static final ArchRule READS_NO_THRESHOLD = noClasses()
            .should()
            .callMethodWhere(target(owner(equivalentTo(ColocationStrategy.class)))
                    .and(DescribedPredicate.not(
                            target(nameMatching("metricAggregateDurationSeconds|reportInterval|equals|hashCode")))))
            .because("thresholds, limits and write rules belong to the calculators");

    @ArchTest
    static final ArchRule READS_NO_STEP_OF_GROWTH = noClasses()
            .should()
            .callMethodWhere(target(owner(equivalentTo(Growth.class))))
            .because("growth belongs to the damper");

    @ArchTest
    static final ArchRule READS_NO_RULE_OF_LEASES = noClasses()
            .should()
            .callMethodWhere(target(owner(equivalentTo(PlannerConfig.class))))
            .orShould()
            .callMethodWhere(target(owner(equivalentTo(Hysteresis.class)))
                    .and(target(nameMatching("stepVcores|stepMb|percent|anyGrowAfter"))))
            .because("leases belong to the planner and its hysteresis");
}
