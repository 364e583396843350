import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One bill of materials (CycloneDX) from those of the components, and from the bases of the images: OUT VERSION EPOCH-SECONDS, then files, jars
 * without libraries, and ARCHITECTURE=DIRECTORY of each base. Started from its source by bin/release.
 */
final class BillOfMaterials {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Map<String, JsonNode> components = new TreeMap<>();
    private final Map<String, JsonNode> dependencies = new TreeMap<>();
    private String specification = "1.6";

    public static void main(String[] arguments) throws IOException {
        BillOfMaterials bill = new BillOfMaterials();
        for (String from : List.of(arguments).subList(3, arguments.length)) {
            int separator = from.indexOf('=');
            if (separator > 0) {
                bill.addBase(from.substring(0, separator), Path.of(from.substring(separator + 1)));
            } else if (from.endsWith(".jar")) {
                bill.addJar(Path.of(from).getFileName().toString().replaceFirst("[.]jar$", ""), arguments[1]);
            } else {
                bill.addComponent(JSON.readTree(Path.of(from).toFile()));
            }
        }
        Files.writeString(
                Path.of(arguments[0]),
                JSON.writeValueAsString(bill.document(arguments[1], Long.parseLong(arguments[2]))) + "\n");
    }

    private void addComponent(JsonNode document) {
        specification = document.path("specVersion").asText();
        add(((ObjectNode) document.at("/metadata/component").deepCopy()).put("type", "application"));
        document.path("components").forEach(this::add);
        document.path("dependencies")
                .forEach(dependency -> dependencies.put(dependency.path("ref").asText(), dependency));
    }

    /** What a component ships as its library stays the application that it is. */
    private void add(JsonNode component) {
        components.merge(
                component.path("bom-ref").asText(),
                component,
                (there, more) -> there.path("type").asText().equals("application") ? there : more);
    }

    /** A jar NAME-VERSION of ours that ships alone. */
    private void addJar(String file, String release) {
        int version = file.lastIndexOf("-" + release);
        String name = file.substring(0, version);
        String found = file.substring(version + 1);
        add(entry("application", name, found, "pkg:maven/io.koordbridge/" + name + "@" + found + "?type=jar"));
    }

    private void addBase(String architecture, Path root) throws IOException {
        Properties runtime = new Properties();
        try (var reader = Files.newBufferedReader(root.resolve("opt/java/release"))) {
            runtime.load(reader);
        }
        String java = runtime.getProperty("JAVA_VERSION").replace("\"", "");
        add(entry("platform", "openjdk", java, "pkg:generic/openjdk@" + java + "?arch=" + architecture));
        try (Stream<Path> packages = Files.list(root.resolve("var/lib/dpkg/status.d"))) {
            for (Path file : packages.toList()) {
                add(debian(Files.readString(file), architecture));
            }
        }
    }

    private static ObjectNode debian(String control, String architecture) {
        Map<String, String> fields = control.lines()
                .filter(line -> line.matches("(Package|Version): .*"))
                .map(line -> line.split(": ", 2))
                .collect(Collectors.toMap(field -> field[0], field -> field[1]));
        String version = fields.get("Version");
        String url = "pkg:deb/debian/" + fields.get("Package").replace("+", "%2B") + "@"
                + version.replace("+", "%2B").replace(":", "%3A") + "?arch=" + architecture;
        return entry("library", fields.get("Package"), version, url);
    }

    private static ObjectNode entry(String type, String name, String version, String url) {
        return JSON.createObjectNode()
                .put("type", type)
                .put("bom-ref", url)
                .put("name", name)
                .put("version", version)
                .put("purl", url);
    }

    private ObjectNode document(String version, long epochSeconds) {
        ObjectNode document = JSON.createObjectNode()
                .put("bomFormat", "CycloneDX")
                .put("specVersion", specification)
                .put("version", 1);
        ObjectNode metadata = document.putObject("metadata")
                .put("timestamp", Instant.ofEpochSecond(epochSeconds).toString());
        metadata.putObject("component")
                .put("type", "application")
                .put("bom-ref", "koord-bridge")
                .put("name", "koord-bridge")
                .put("version", version);
        document.putArray("components").addAll(components.values());
        document.putArray("dependencies").addAll(dependencies.values());
        return document;
    }
}
