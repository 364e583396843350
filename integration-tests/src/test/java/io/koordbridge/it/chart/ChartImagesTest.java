package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where the images of the components come from. */
class ChartImagesTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    private final Chart chart = new Chart();

    private Map<String, String> images(String... settings) {
        List<HasMetadata> objects = chart.renderWith(settings);
        Map<String, String> images = new TreeMap<>();
        Rendered.podTemplates(objects)
                .forEach((name, template) -> images.put(
                        name, template.getSpec().getContainers().get(0).getImage()));
        return images;
    }

    @Test
    void withoutARegistryTheChartSaysWhatToDo() {
        assertThatThrownBy(chart::renderWithoutRegistry)
                .hasMessageContaining(
                        "image.registry: say where your nodes pull the images from, such as --set"
                                + " image.registry=registry.example.com/koord-bridge after bin/images build and bin/images push");
    }

    @Test
    void ofAllComponentsAreFromOneRegistryWithOneTag() {
        assertThat(images("image.registry=mirror:5000/koord", "image.tag=1.2.3"))
                .isEqualTo(Map.of(
                        "koord-manager", "mirror:5000/koord/koord-manager:1.2.3",
                        "koord-scheduler", "mirror:5000/koord/koord-scheduler:1.2.3",
                        "koordlet", "mirror:5000/koord/koordlet:1.2.3",
                        "yarn-operator", "mirror:5000/koord/yarn-operator:1.2.3"));
    }

    @Test
    void ofOneComponentMayHaveARepositoryTagOrDigestOfItsOwn() {
        assertThat(images(
                        "image.registry=mirror",
                        "image.tag=1.2.3",
                        "manager.image.repository=other.example/manager",
                        "yarnOperator.image.tag=1.2.4",
                        "koordlet.image.digest=" + DIGEST,
                        "koordlet.image.tag=ignored"))
                .isEqualTo(Map.of(
                        "koord-manager", "other.example/manager:1.2.3",
                        "koord-scheduler", "mirror/koord-scheduler:1.2.3",
                        "koordlet", "mirror/koordlet@" + DIGEST,
                        "yarn-operator", "mirror/yarn-operator:1.2.4"));
    }

    @Test
    void namedByAWrongDigestAreRefused() {
        assertThatThrownBy(() -> images("koordlet.image.digest=sha256:12")).hasMessageContaining("digest");
    }
}
