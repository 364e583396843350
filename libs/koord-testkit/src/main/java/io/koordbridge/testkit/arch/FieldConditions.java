package io.koordbridge.testkit.arch;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** Conditions on fields. */
final class FieldConditions {

    /** By name: classes of the JDK are not imported. */
    private static final Set<String> MUTABLE = Set.of(
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.IdentityHashMap",
            "java.util.LinkedHashMap",
            "java.util.LinkedHashSet",
            "java.util.LinkedList",
            "java.util.PriorityQueue",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.WeakHashMap");

    static final ArchCondition<JavaField> HOLD_NO_MUTABLE_COLLECTION =
            new ArchCondition<>("hold no mutable collection") {
                @Override
                public void check(JavaField field, ConditionEvents events) {
                    String type = field.getRawType().getName();
                    if (MUTABLE.contains(type)) {
                        events.add(SimpleConditionEvent.violated(field, field.getFullName() + " is a " + type));
                    }
                }
            };

    private FieldConditions() {}
}
