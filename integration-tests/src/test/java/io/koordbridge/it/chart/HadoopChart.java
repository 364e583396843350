package io.koordbridge.it.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The chart of YARN as Helm renders it, release and namespace {@code hadoop}; single values are each {@code path=value}. */
final class HadoopChart {
    /** Nodes on which NodeManagers need no privileges. */
    static final String[] V1 = {"nodeManager.cgroup.version=1", "nodeManager.cgroup.driver=cgroupfs"};

    static final Path DIRECTORY = ProjectLayout.find().root().resolve("charts/hadoop-yarn");

    private static final String KUBERNETES = "v1.35.4";

    private HadoopChart() {}

    static List<HasMetadata> render(String... settings) {
        TemplateCommand template = new Helm(DIRECTORY)
                .template()
                .withName("hadoop")
                .withNamespace("hadoop")
                .withKubeVersion(KUBERNETES);
        set(template::set, "hadoop.image=h", "plugin.image=p");
        set(template::set, settings);
        return Chart.parse(template.call());
    }

    static String notes(String... settings) {
        InstallCommand install = new Helm(DIRECTORY)
                .install()
                .withName("hadoop")
                .withNamespace("hadoop")
                .withKubeVersion(KUBERNETES)
                .clientOnly()
                .dryRun();
        set(install::set, "hadoop.image=h", "plugin.image=p");
        set(install::set, settings);
        return install.call().getOutput();
    }

    static LintResult lint() {
        return new Helm(DIRECTORY).lint().strict().quiet().call();
    }

    static PodTemplateSpec nodeManager(String... settings) {
        return pod("hadoop-nodemanager", settings);
    }

    static PodTemplateSpec pod(String statefulSet, String... settings) {
        return Rendered.named(render(settings), StatefulSet.class, statefulSet)
                .getSpec()
                .getTemplate();
    }

    /** A file of the configuration directory. */
    static String file(String name, String... settings) {
        return Rendered.named(render(settings), ConfigMap.class, "hadoop-conf")
                .getData()
                .get(name);
    }

    /** How a file of Hadoop has a property. */
    static String property(String name, String value) {
        return "<name>" + name + "</name><value>" + value + "</value>";
    }

    static List<Container> containers(PodSpec pod) {
        return Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
                .toList();
    }

    private static void set(BiConsumer<String, Object> command, String... settings) {
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            command.accept(setting.substring(0, equals), setting.substring(equals + 1));
        }
    }
}
