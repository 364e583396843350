package io.koordbridge.it.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import com.marcnuri.helm.UpgradeCommand;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The chart of this checkout, rendered by Helm itself. */
public final class Chart {
    static final Path DEFAULTS = Path.of("");
    /** The one component that is off by default. */
    static final String DESCHEDULER = "descheduler.enabled=true";

    private static final String KUBERNETES = "v1.35.4";
    private static final String RELEASE = "bridge";
    /** The chart has no registry of its own. */
    private static final String REGISTRY = "image.registry=registry.example.invalid/koord-bridge";

    private final Path directory;

    public Chart() {
        this(ProjectLayout.find().root().resolve("charts/koord-bridge"));
    }

    /** A changed copy. */
    Chart(Path directory) {
        this.directory = directory;
    }

    static Path allOptions() {
        return ProjectLayout.find().root().resolve("integration-tests/src/test/resources/chart/all-options.yaml");
    }

    LintResult lint() {
        return new Helm(directory).lint().strict().quiet().call();
    }

    /** Every object of the release as its typed model. */
    List<HasMetadata> render(Path values) {
        return parse(template(values, List.of()));
    }

    /** The release with single values set, each {@code path=value}. */
    public List<HasMetadata> renderWith(String... settings) {
        return parse(template(DEFAULTS, Arrays.asList(settings)));
    }

    /** What an installation with single values set would show to its administrator, each {@code path=value}. */
    String notes(String... settings) {
        InstallCommand install = new Helm(directory)
                .install()
                .withName(RELEASE)
                .withNamespace(WellKnown.NAMESPACE)
                .withKubeVersion(KUBERNETES)
                .clientOnly()
                .dryRun();
        set(install::set, REGISTRY);
        set(install::set, settings);
        return install.call().getOutput();
    }

    /** Installs it into a cluster, its custom resource definitions included. */
    public void install(String kubeconfig) {
        installWith(kubeconfig);
    }

    /** Installs it with single values set, each {@code path=value}. */
    public void installWith(String kubeconfig, String... settings) {
        InstallCommand install = new Helm(directory)
                .install()
                .withName(RELEASE)
                .withNamespace(WellKnown.NAMESPACE)
                .createNamespace()
                .withKubeConfigContents(kubeconfig);
        set(install::set, REGISTRY);
        set(install::set, settings);
        install.call();
    }

    /** Upgrades the installed release to these values, with single ones set, each {@code path=value}. */
    void upgrade(String kubeconfig, Path values, String... settings) {
        UpgradeCommand upgrade = new Helm(directory)
                .upgrade()
                .withName(RELEASE)
                .withNamespace(WellKnown.NAMESPACE)
                .withValuesFile(values)
                .withKubeConfigContents(kubeconfig);
        set(upgrade::set, settings);
        upgrade.call();
    }

    /** Upgrades the installed release to the default values with single ones set, each {@code path=value}; what Helm prints, with the notes. */
    public String upgradeWith(String kubeconfig, String... settings) {
        UpgradeCommand upgrade = new Helm(directory)
                .upgrade()
                .withName(RELEASE)
                .withNamespace(WellKnown.NAMESPACE)
                .resetValues()
                .withKubeConfigContents(kubeconfig);
        set(upgrade::set, REGISTRY);
        set(upgrade::set, settings);
        return upgrade.call().getOutput();
    }

    void uninstall(String kubeconfig) {
        Helm.uninstall(RELEASE)
                .withNamespace(WellKnown.NAMESPACE)
                .withKubeConfigContents(kubeconfig)
                .call();
    }

    List<Path> customResourceDefinitions() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("crds"))) {
            return files.sorted().toList();
        }
    }

    /** The default release as a text, on an API server of a version. */
    String renderFor(String kubernetes) {
        return template(DEFAULTS, List.of(), kubernetes);
    }

    /** Without any value set, the registry included. */
    void renderWithoutRegistry() {
        template(DEFAULTS, List.of("image.registry="), KUBERNETES);
    }

    private String template(Path values, List<String> settings) {
        return template(values, settings, KUBERNETES);
    }

    private String template(Path values, List<String> settings, String kubernetes) {
        TemplateCommand template = new Helm(directory)
                .template()
                .withName(RELEASE)
                .withNamespace(WellKnown.NAMESPACE)
                .withKubeVersion(kubernetes)
                .skipCrds();
        if (values.equals(DEFAULTS)) {
            set(template::set, REGISTRY);
        } else {
            template.withValuesFile(values);
        }
        set(template::set, settings.toArray(String[]::new));
        return template.call();
    }

    private static void set(BiConsumer<String, Object> command, String... settings) {
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            command.accept(setting.substring(0, equals), setting.substring(equals + 1));
        }
    }

    static List<HasMetadata> parse(String manifests) {
        List<HasMetadata> parsed = new ArrayList<>();
        Object all = new KubernetesSerialization().unmarshal(manifests);
        for (Object one : all instanceof Collection<?> many ? many : List.of(all)) {
            parsed.add((HasMetadata) one);
        }
        return parsed;
    }
}
