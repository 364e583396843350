package io.koordbridge.testkit.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** Records of more than ten components. */
final class WideRecords {

    private static final int MOST = 10;

    /** Their components are keys of a document that others define, or that users write. */
    private static final Set<String> OF_THE_WIRE = Set.of(
            "io.koordbridge.answers.NodesAnswer$Node",
            "io.koordbridge.answers.StatusAnswer$Totals",
            "io.koordbridge.api.config.ClusterColocationProfileSpec",
            "io.koordbridge.api.slo.IoConfig",
            "io.koordbridge.api.slo.MemoryQos",
            "io.koordbridge.api.slo.ResourceThresholdStrategy",
            "io.koordbridge.colo.answer.PublishedAnswer$Node",
            "io.koordbridge.koordlet.app.KoordletConfig",
            "io.koordbridge.koordlet.app.KoordletFlags",
            "io.koordbridge.lab.hadoop.YarnApp",
            "io.koordbridge.manager.explain.NodeRow",
            "io.koordbridge.manager.server.webhook.AdmissionReviews$Request",
            "io.koordbridge.scheduler.extender.NodeReport",
            "io.koordbridge.sloconfig.colocation.ColocationStrategy");

    static final ArchCondition<JavaClass> HAVE_AT_MOST_TEN_COMPONENTS =
            new ArchCondition<>("have at most " + MOST + " components") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    boolean named = OF_THE_WIRE.contains(type.getName());
                    long components = components(type);
                    if (!named && components > MOST) {
                        events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " has " + components + " components"));
                    }
                }
            };

    private WideRecords() {}

    private static long components(JavaClass type) {
        return type.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .count();
    }
}
