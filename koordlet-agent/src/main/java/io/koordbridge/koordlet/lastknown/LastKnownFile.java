package io.koordbridge.koordlet.lastknown;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.disk.OwnFile;
import io.koordbridge.koordlet.kubepods.LastKnown;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code last-known.json}, for its owner only. */
public final class LastKnownFile {

    private static final String NAME = "last-known.json";
    private static final long LARGEST = 16 << 20;
    private static final Duration NOT_SOONER = Duration.ofSeconds(10);

    private final JsonMapper mapper = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule()
                    .addSerializer(CpuSet.class, ToStringSerializer.instance)
                    .addDeserializer(CpuSet.class, new Text<>(CpuSet.class, CpuSet::parse))
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new Text<>(Instant.class, Instant::parse)))
            .visibility(PropertyAccessor.GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .build();

    private final Path file;
    private final Consumer<String> problems;
    private @Nullable NodeView written;
    private @Nullable Instant writtenAt;

    public LastKnownFile(Path directory, Consumer<String> problems) {
        this.file = directory.resolve(NAME);
        this.problems = problems;
    }

    /** What is on disk; a file that cannot be read counts as empty. */
    public LastKnown read() {
        try {
            Optional<byte[]> content = OwnFile.read(file, LARGEST);
            return content.isEmpty() ? LastKnown.NOTHING : mapper.readValue(content.get(), LastKnown.class);
        } catch (IOException e) {
            problems.accept(file + " cannot be read, nothing is enforced before the API server answers: "
                    + FileErrorFormatter.of(e));
            return LastKnown.NOTHING;
        }
    }

    /** Writes what changed since the last time, not too often. */
    public void save(NodeView view, Instant now) {
        if (view.equals(written) || (writtenAt != null && now.isBefore(writtenAt.plus(NOT_SOONER)))) {
            return;
        }
        writtenAt = now;
        try {
            OwnFile.replace(file, mapper.writeValueAsBytes(LastKnown.of(view)));
            written = view;
        } catch (IOException e) {
            problems.accept(file + " cannot be written: " + FileErrorFormatter.of(e));
        }
    }

    /** A value that is one text. */
    private static final class Text<T> extends StdScalarDeserializer<T> {
        private static final long serialVersionUID = 1;
        private final transient Function<String, T> parser;

        Text(Class<T> type, Function<String, T> parser) {
            super(type);
            this.parser = parser;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            try {
                return parser.apply(in.getText());
            } catch (RuntimeException e) {
                throw context.weirdStringException(in.getText(), handledType(), String.valueOf(e.getMessage()));
            }
        }
    }
}
