package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignDirectoryTest {

    private static final String NAME = "lease.json";

    @TempDir
    private Path temp;

    @Test
    void aFileIsReplacedAsAWholeAndRead() throws IOException {
        Path made = temp.resolve("a/b");
        ForeignDirectory directory = new ForeignDirectory(made);

        directory.replace(NAME, "one");
        directory.replace(NAME, "two");

        assertThat(directory.read(NAME, 3)).contains("two");
        assertThat(made).isDirectoryContaining(file -> file.endsWith(NAME));
        try (var files = Files.list(made)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void whatIsMissingIsEmptyAndCanBeDeleted() throws IOException {
        ForeignDirectory directory = new ForeignDirectory(temp.resolve("none"));

        assertThat(directory.read(NAME, 10)).isEmpty();
        directory.delete(NAME);
        assertThat(new ForeignDirectory(temp).read(NAME, 10)).isEmpty();
    }

    @Test
    void aLargerFileIsRefused() throws IOException {
        Files.writeString(temp.resolve(NAME), "four");

        assertThatThrownBy(() -> new ForeignDirectory(temp).read(NAME, 3))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than 3 bytes");
    }

    @Test
    void noLinkIsReadWrittenThroughOrFollowed() throws IOException {
        Path target = Files.writeString(temp.resolve("secret"), "kept");
        Path owned = Files.createDirectory(temp.resolve("owned"));
        Files.createSymbolicLink(owned.resolve(NAME), target);
        Files.createSymbolicLink(owned.resolve("." + NAME + ".part"), target);
        ForeignDirectory directory = new ForeignDirectory(owned);

        assertThatThrownBy(() -> directory.read(NAME, 10)).isInstanceOf(IOException.class);
        directory.replace(NAME, "new");

        assertThat(target).hasContent("kept");
        assertThat(directory.read(NAME, 10)).contains("new");
    }

    @Test
    void aDirectoryThatIsALinkIsRefused() throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("link"), Files.createDirectory(temp.resolve("there")));
        ForeignDirectory directory = new ForeignDirectory(link);

        assertThatThrownBy(() -> directory.replace(NAME, "new")).isInstanceOf(NotDirectoryException.class);
        assertThat(directory.read(NAME, 10)).isEmpty();
    }

    @Test
    void aDirectoryInPlaceOfTheFileIsRefused() throws IOException {
        Files.createDirectory(temp.resolve(NAME));

        assertThatThrownBy(() -> new ForeignDirectory(temp).read(NAME, 10)).isInstanceOf(IOException.class);
    }
}
