package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;

/** Reads a NodeManager's REST API; a call that fails throws {@link UncheckedIOException}. */
public final class NodeManagerRest {
    private final RestReader reader;

    public NodeManagerRest(URI base) {
        this.reader = new RestReader(base);
    }

    public URI base() {
        return reader.base();
    }

    boolean answers() {
        try {
            reader.get("/ws/v1/node/info");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Its version and its last capacity from the ResourceManager. */
    public NodeManagerInfo info() {
        return NodeManagerInfo.of(get("/ws/v1/node/info").path("nodeInfo"));
    }

    public List<YarnContainer> containers() {
        return RestReader.elements(
                get("/ws/v1/node/containers").path("containers").path("container"), YarnContainer::of);
    }

    private JsonNode get(String path) {
        try {
            return reader.get(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
