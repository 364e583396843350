package io.koordbridge.it.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** An OCI archive with an index of images. */
record ImageArchive(Path file) {
    /** Digest of the manifest by platform, such as linux/amd64. */
    Map<String, String> platforms() throws IOException {
        JsonNode layout = json("index.json");
        JsonNode index = blob(layout.at("/manifests/0/digest").asText());
        Map<String, String> platforms = new LinkedHashMap<>();
        for (JsonNode manifest : index.path("manifests")) {
            JsonNode platform = manifest.path("platform");
            platforms.put(
                    platform.path("os").asText() + "/"
                            + platform.path("architecture").asText(),
                    manifest.path("digest").asText());
        }
        return platforms;
    }

    /** The name that it is imported under. */
    String name() throws IOException {
        return json("index.json")
                .at("/manifests/0/annotations/org.opencontainers.image.ref.name")
                .asText();
    }

    /** Digests, the base first. */
    List<String> layers(String platform) throws IOException {
        return StreamSupport.stream(
                        blob(platforms().get(platform)).path("layers").spliterator(), false)
                .map(layer -> layer.path("digest").asText())
                .toList();
    }

    JsonNode configuration(String platform) throws IOException {
        return blob(blob(platforms().get(platform)).at("/config/digest").asText());
    }

    /** A file of a layer, or nothing. */
    byte[] fileIn(String layer, String name) throws IOException {
        Path archive = file.toAbsolutePath();
        return output(List.of(
                "bash",
                "-c",
                "tar -xOf \"$0\" \"$1\" | tar -xzO \"$2\" 2>/dev/null",
                archive.toString(),
                path(layer),
                name));
    }

    private JsonNode blob(String digest) throws IOException {
        return json(path(digest));
    }

    private static String path(String digest) {
        return "blobs/" + digest.replace(':', '/');
    }

    private JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(output(List.of("tar", "-xOf", file.toString(), name)));
    }

    private static byte[] output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        return process.getInputStream().readAllBytes();
    }
}
