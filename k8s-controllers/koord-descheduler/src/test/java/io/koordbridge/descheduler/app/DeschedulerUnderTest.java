package io.koordbridge.descheduler.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;

/** The whole process with the shipped file, on free ports. */
final class DeschedulerUnderTest implements AutoCloseable {

    private final DropwizardTestSupport<DeschedulerProcessConfiguration> process;

    DeschedulerUnderTest(String apiServer, ConfigOverride... further) throws Exception {
        Stream<ConfigOverride> always = Stream.of(
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("server.applicationConnectors[0].bindHost", "127.0.0.1"),
                ConfigOverride.config("server.adminConnectors[0].bindHost", "127.0.0.1"),
                ConfigOverride.config("server.shutdownGracePeriod", "0s"),
                ConfigOverride.config("kubernetes.apiServer", apiServer),
                ConfigOverride.config("kubernetes.kubeconfig", ""),
                ConfigOverride.config("leaderElection.enabled", "false"),
                ConfigOverride.config("logging.level", "WARN"));
        process = new DropwizardTestSupport<>(
                Descheduler.class,
                Configurations.SHIPPED.toString(),
                Stream.concat(always, Stream.of(further)).toArray(ConfigOverride[]::new));
        process.before();
    }

    private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> page(String path) throws IOException, InterruptedException {
        return get(process.getLocalPort(), path);
    }

    HttpResponse<String> admin(String path) throws IOException, InterruptedException {
        return get(process.getAdminPort(), path);
    }

    JsonNode answer(String path) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(page(path).body());
    }

    @Override
    public void close() {
        process.after();
    }
}
