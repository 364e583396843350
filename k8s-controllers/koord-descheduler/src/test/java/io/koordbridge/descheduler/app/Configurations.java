package io.koordbridge.descheduler.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Configurations of tests. */
final class Configurations {

    static final Path SHIPPED = Path.of("src/main/dist/conf/koord-descheduler.yaml");
    private static final ObjectMapper MAPPER = Jackson.newObjectMapper(new YAMLFactory());

    private Configurations() {}

    /** The file that the process is shipped with. */
    static DeschedulerProcessConfiguration shipped() {
        try {
            return process(MAPPER.readTree(Files.readString(SHIPPED).replaceAll("\\$\\{[A-Z_]+:-([^}]*)}", "$1")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With this section {@code descheduler}, in YAML. */
    static DeschedulerProcessConfiguration of(String descheduler) {
        try {
            ObjectNode root = MAPPER.createObjectNode();
            root.set("descheduler", MAPPER.readTree(descheduler));
            return process(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With one profile whose MigrationController has these arguments, and which has this plugin at balance. */
    static ProcessSettings settings(String migrationArgs, String loadArgs) {
        return ProcessSettings.of(of("""
                deschedulingInterval: 10s
                profiles:
                  - name: one
                    plugins: {balance: {enabled: [{name: LowNodeLoad}]}}
                    pluginConfig:
                      - {name: MigrationController, args: %s}
                      - {name: LowNodeLoad, args: %s}
                """.formatted(migrationArgs, loadArgs)));
    }

    private static DeschedulerProcessConfiguration process(JsonNode root) throws IOException {
        return MAPPER.treeToValue(root, DeschedulerProcessConfiguration.class);
    }
}
