package io.koordbridge.scheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.kube.write.SchedulingGates;
import io.koordbridge.scheduler.bind.BindingApi;
import io.koordbridge.scheduler.bind.FencedBindingApi;
import io.koordbridge.scheduler.bind.KubernetesBindingApi;
import io.koordbridge.scheduler.gang.status.GroupStatusApi;
import io.koordbridge.scheduler.gatekeeper.GateApi;
import io.koordbridge.scheduler.gatekeeper.GateOpener;
import io.koordbridge.scheduler.quota.preemption.PreemptionApi;
import io.koordbridge.scheduler.quota.status.QuotaStatusApi;
import io.koordbridge.scheduler.reservation.status.ReservationApi;
import io.koordbridge.scheduler.wake.KubernetesWakeApi;
import io.koordbridge.testkit.arch.ArchitectureRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The order of the rooms, and who may write. */
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

    @ArchTest
    static final ArchRule ONLY_THE_EDGE_WRITES = noClasses()
            .that()
            .resideOutsideOfPackage("..scheduler.app..")
            .and()
            .haveNameNotMatching(".*\\.(Kubernetes\\w+Api|\\w+Capability)")
            .should()
            .callMethodWhere(JavaCall.Predicates.target(With.owner(JavaClass.Predicates.type(ObjectPatcher.class)
                    .or(JavaClass.Predicates.type(PodEvictions.class))
                    .or(JavaClass.Predicates.type(SchedulingGates.class)))))
            .because("each write goes through an interface whose callers ask the lease");

    /** Wakes and Bindings are fenced by {@code GateOpener} and {@code FencedBindingApi}, which stand before their edges. */
    @ArchTest
    static final ArchRule WRITERS_ASK_THE_LEASE = classes()
            .that(callOneOf(Map.of(
                    PreemptionApi.class, Set.of("evict"),
                    QuotaStatusApi.class, Set.of("publish", "create"),
                    GroupStatusApi.class, Set.of("publish"),
                    ReservationApi.class, Set.of("write", "delete"),
                    GateApi.class, Set.of("remove"))))
            .should()
            .callMethod(Predicate.class, "test", Object.class)
            .because("two leaders do not see what is under way at the other");

    @ArchTest
    static final ArchRule BINDINGS_ARE_FENCED = classes()
            .that(callConstructorOf(KubernetesBindingApi.class))
            .should()
            .callConstructor(FencedBindingApi.class, BindingApi.class, Duration.class, Function.class);

    @ArchTest
    static final ArchRule WAKES_ARE_FENCED = classes()
            .that(callConstructorOf(KubernetesWakeApi.class))
            .should()
            .dependOnClassesThat()
            .areAssignableTo(GateOpener.class);

    private static DescribedPredicate<JavaClass> callOneOf(Map<Class<?>, Set<String>> writes) {
        return DescribedPredicate.describe(
                "write to the API server",
                one -> one.getMethodCallsFromSelf().stream()
                        .anyMatch(call -> writes.entrySet().stream()
                                .anyMatch(write -> call.getTargetOwner().isEquivalentTo(write.getKey())
                                        && write.getValue().contains(call.getName()))));
    }

    private static DescribedPredicate<JavaClass> callConstructorOf(Class<?> type) {
        return DescribedPredicate.describe(
                "make a " + type.getSimpleName(),
                one -> one.getConstructorCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(type)));
    }
}
