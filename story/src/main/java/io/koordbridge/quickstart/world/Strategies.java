package io.koordbridge.quickstart.world;

import java.util.List;
import java.util.Map;

/** The content of {@code slo-controller-config} for the story. */
final class Strategies {

    private Strategies() {}

    static Map<String, String> data(List<Setting> settings) {
        return Map.of(
                Setting.COLOCATION,
                Setting.json(settings, Setting.COLOCATION),
                Setting.THRESHOLD,
                "{\"clusterStrategy\": " + Setting.json(settings, Setting.THRESHOLD) + "}");
    }
}
