package io.koordbridge.it.chart;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks things up in a rendered release. */
public final class Rendered {
    private Rendered() {}

    static String id(HasMetadata object) {
        return object.getKind() + "/" + object.getMetadata().getNamespace() + "/"
                + object.getMetadata().getName();
    }

    public static <T extends HasMetadata> List<T> of(List<HasMetadata> objects, Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    public static <T extends HasMetadata> T named(List<HasMetadata> objects, Class<T> type, String name) {
        return of(objects, type).stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " " + name));
    }

    /** The pod templates by the name of their workload. */
    static Map<String, PodTemplateSpec> podTemplates(List<HasMetadata> objects) {
        Map<String, PodTemplateSpec> templates = new LinkedHashMap<>();
        of(objects, Deployment.class)
                .forEach(workload -> templates.put(
                        workload.getMetadata().getName(), workload.getSpec().getTemplate()));
        of(objects, DaemonSet.class)
                .forEach(workload -> templates.put(
                        workload.getMetadata().getName(), workload.getSpec().getTemplate()));
        return templates;
    }
}
