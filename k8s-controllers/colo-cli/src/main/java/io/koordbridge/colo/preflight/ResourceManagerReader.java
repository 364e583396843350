package io.koordbridge.colo.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.ApiReader;
import java.io.IOException;
import java.net.URI;

/** Reads the web server of a ResourceManager. What it keeps to itself stays empty. */
final class ResourceManagerReader {
    private static final String CALCULATOR = "yarn.scheduler.capacity.resource-calculator";

    private final WebText web;

    ResourceManagerReader(WebText web) {
        this.web = web;
    }

    ResourceManagerFacts read(URI base) {
        JsonNode info;
        try {
            info = json(base, "/ws/v1/cluster/info").path("clusterInfo");
        } catch (IOException e) {
            String message = e.getMessage();
            return ResourceManagerFacts.silent(
                    base.toString(), message == null ? e.getClass().getSimpleName() : message);
        }
        if (info.isMissingNode()) {
            return ResourceManagerFacts.silent(base.toString(), "is no ResourceManager");
        }
        return new ResourceManagerFacts(
                base.toString(),
                null,
                info.path("hadoopVersion").asText(""),
                property(base, "hadoop.security.authentication"),
                property(base, "yarn.admin.acl"),
                scheduler(base),
                calculator(base));
    }

    private String property(URI base, String key) {
        try {
            return json(base, "/conf?name=" + key).at("/property/value").asText("");
        } catch (IOException e) {
            return "";
        }
    }

    private String scheduler(URI base) {
        try {
            return json(base, "/ws/v1/cluster/scheduler")
                    .at("/scheduler/schedulerInfo/type")
                    .asText("");
        } catch (IOException e) {
            return "";
        }
    }

    /** Only a scheduler whose configuration can be changed over the web shows it. */
    private String calculator(URI base) {
        try {
            for (JsonNode property : json(base, "/ws/v1/cluster/scheduler-conf").path("property")) {
                if (property.path("name").asText().equals(CALCULATOR)) {
                    return property.path("value").asText("");
                }
            }
            return "";
        } catch (IOException e) {
            return property(base, CALCULATOR);
        }
    }

    private JsonNode json(URI base, String path) throws IOException {
        return ApiReader.JSON.readTree(web.get(base.resolve(path)));
    }
}
